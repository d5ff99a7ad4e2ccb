/** The name in a function's ARN, after which a version or an alias may follow; none where the ARN is another's. */
export function functionNameIn(arn: string): string | undefined {
  const [, , service, , , , name] = arn.split(':');
  return service === 'lambda' ? name : undefined;
}
