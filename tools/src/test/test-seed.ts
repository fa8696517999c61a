/** Vitest's setup of test files that use fast-check: all of a run draw from one seed, which a failure prints. */
import fc from 'fast-check';
import { rounds, SEED } from '../../../core/test/draw.ts';

fc.configureGlobal({ seed: SEED, numRuns: rounds({ short: 100, long: 2_000 }) });
