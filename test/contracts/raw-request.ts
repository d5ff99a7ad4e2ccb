/** What the SDK would not send. Engines of several services tell these apart by the signature's scope. */
export async function post(endpoint: string, target: string, body: string) {
  const service = target.startsWith('AmazonSQS.') ? 'sqs' : 'dynamodb';
  const scope = `Credential=local/20260101/us-east-1/${service}/aws4_request`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      'x-amz-date': '20260101T000000Z',
      authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=0`,
    },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
