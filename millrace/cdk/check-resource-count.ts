import { CfnResource, type Stack } from 'aws-cdk-lib/core';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const MOST_RESOURCES = 500;

/** Refuses at synth, with a way out, a stack that CloudFormation would refuse for its size: near 40 jobs. */
export function checkResourceCount(stack: Stack, jobs: number): void {
  const validate = () => {
    const count = stack.node.findAll().filter(CfnResource.isCfnResource).length;
    if (count <= MOST_RESOURCES) return [];
    const tooMany = `${jobs} jobs make ${count} resources, where CloudFormation takes ${MOST_RESOURCES} in a stack`;
    return [`${tooMany}: move jobs to an app of their own, with a catalogue and a millrace:app of its own`];
  };
  stack.node.addValidation({ validate });
}
