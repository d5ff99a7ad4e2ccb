/** A team that owns jobs. */
export interface Owner {
  readonly team: string;
  /** Where its alarms go: an e-mail address that is subscribed to the stack's topic in production. */
  readonly alarmEmail: string;
}

export type Owners = Readonly<Record<string, Owner>>;
