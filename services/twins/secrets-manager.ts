import { failed } from './failed.ts';
import type { Twin } from './twin.ts';

/** AWS's secrets extension: every secret's text is its own name, and none was ever rotated. */
export const secretsManagerTwin: Twin = {
  deduplicates: false,
  open: () => (call) => {
    const { secretId = '', versionStage = 'AWSCURRENT' } = call.query;
    if (call.method !== 'GET' || call.path !== '/get' || secretId === '') return failed(404, 'no_such_route');
    if (versionStage !== 'AWSCURRENT') return failed(400, 'ResourceNotFoundException');
    return { status: 200, body: { Name: secretId, SecretString: secretId, VersionStages: [versionStage] } };
  },
};
