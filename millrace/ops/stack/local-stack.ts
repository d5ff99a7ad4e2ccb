import type { Catalogue } from '../../definition/catalogue.ts';
import { connect } from './connect.ts';
import type { LocalRunFile } from './local-run-file.ts';
import type { Stack } from './stack.ts';

/** The stack that runs on this machine. */
export function localStack(run: LocalRunFile, catalogue: Catalogue): Stack {
  const { app, stage, region, sqsEndpoint, dynamodbEndpoint, schedulerEndpoint, accessKeyId, secretAccessKey } = run;
  const credentials = { accessKeyId, secretAccessKey };
  return {
    ...connect({
      ...{ app, stage, tableName: run.table, region, credentials },
      ...{ sqsEndpoint, dynamodbEndpoint, schedulerEndpoint },
    }),
    ...{ app, stage, catalogue },
    place: 'the local run',
    isProduction: false,
  };
}
