import { type HttpAnswer, jsonAnswer } from './http-answer.ts';
import type { Sqs } from './sqs/create-sqs.ts';
import { SqsError } from './sqs/sqs-error.ts';

/** The AWS JSON protocol of SQS, the only one spoken here: current SDKs and the AWS CLI use no other, the XML one is not answered. */
export async function answerSqs(sqs: Sqs, action: string, body: string, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    return jsonAnswer(200, await sqs.call(action, parse(body), signal));
  } catch (error) {
    if (!(error instanceof SqsError)) throw error;
    const { name, message, queryCode, status } = error;
    const headers = { 'x-amzn-query-error': `${queryCode};Sender` };
    return jsonAnswer(status, { __type: `com.amazonaws.sqs#${name}`, message }, headers);
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new SqsError('InvalidParameterValue', `The request is not valid JSON: ${cause}`);
  }
}
