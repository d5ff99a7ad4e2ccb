import type { Catalogue } from '../../definition/catalogue.ts';
import { connect } from './connect.ts';
import type { LocalRunFile } from './local-run-file.ts';
import type { Stack } from './stack.ts';

/** The stack that runs on this machine. */
export function localStack(run: LocalRunFile, catalogue: Catalogue): Stack {
  const { app, stage, region, sqsEndpoint, dynamodbEndpoint, accessKeyId, secretAccessKey } = run;
  const credentials = { accessKeyId, secretAccessKey };
  return {
    ...connect({ tableName: run.table, region, credentials, sqsEndpoint, dynamodbEndpoint }),
    ...{ app, stage, catalogue },
    place: 'the local run',
    isProduction: false,
  };
}
