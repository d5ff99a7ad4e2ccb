/** What we read of a synthesised CloudFormation template. */
export interface CloudFormationTemplate {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
}

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface NamedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The template's resources of these types, in the template's order. */
export function resourcesOf(template: CloudFormationTemplate, ...types: readonly string[]): NamedResource[] {
  return Object.entries(template.Resources ?? {})
    .filter(([, resource]) => types.includes(resource.Type))
    .map(([logicalId, { Type, Properties }]) => ({ logicalId, type: Type, properties: Properties ?? {} }));
}
