/** Starts the test files that take longest first, so that no worker waits at the end for one that began late. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A clean clone knows nothing of earlier runs. One that is missing here, or that has become short, costs some seconds. */
const LONGEST = [
  'core/test/authz.test.ts',
  'core/test/card-testing.test.ts',
  'core/test/database-trouble.test.ts',
  'core/test/tenancy.test.ts',
  'core/test/statements.test.ts',
  'core/test/shutdown.test.ts',
  'core/test/webhooks.test.ts',
  'tools/crash/subscriptions.test.ts',
  'core/src/modules/connections/rollouts.test.ts',
  'core/src/modules/mail/jobs.test.ts',
  'core/src/modules/purchase-mails/mails.test.ts',
  'tools/src/provider/new-provider.test.ts',
  'tools/src/provider/conformance.test.ts',
  'tools/src/provider/conformance-mutants.test.ts',
  'plugins/kit/src/isolation/isolated-module.test.ts',
];

const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((file) => moduleId.endsWith(`/${file}`));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((of) => [...of.filter(isLong), ...of.filter((file) => !isLong(file))]);
  }
}
