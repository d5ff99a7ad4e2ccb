/** What a webhook is called, everywhere, by its source. */
export interface WebhookNames {
  /** Where its function begins, by convention, in an app's folder. */
  readonly file: string;
  /** Of its bundle, and the name under which its function logs; the slash keeps it apart from a job's. */
  readonly bundle: string;
  readonly path: string;
  /** Variable that tells its function the name of the secret. */
  readonly secretVariable: string;
}

export function webhookNames(source: string): WebhookNames {
  return {
    file: `functions/webhooks/${source}.ts`,
    bundle: `webhooks/${source}`,
    path: `/webhooks/${source}`,
    secretVariable: `${source.toUpperCase().replaceAll('-', '_')}_WEBHOOK_SECRET`,
  };
}
