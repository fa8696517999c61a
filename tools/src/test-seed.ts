/** Vitest's setup of every test file that draws with fast-check: all of a run draw from one seed, which a failure prints. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
