/** A function of the template, with all that its worker processes need. */
export interface FunctionSettings {
  readonly functionName: string;
  /** What people call it: the service it logs under, a job's type where it is a consumer. */
  readonly displayName: string;
  readonly functionArn: string;
  /** The bundle's file. */
  readonly bundle: string;
  /** The name under which it exports the handler. */
  readonly exportName: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly logGroupName: string;
  /** The template's own variables, resolved. */
  readonly variables: Readonly<Record<string, string>>;
  /** `ReservedConcurrentExecutions`: more at once are throttled. */
  readonly reservedConcurrency: number | undefined;
}
