/** Records the proofs: for each capability and kind of proof the number of cases and the failures. */
import type { ConformanceReport, ProofName } from '../../broker/conformance-report.ts';
import { findPlace } from './failed-calls.ts';

/** A promise of the contract that was not kept; the message says which and with what. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Counts one case; throws when it fails, which ends the proof it belongs to. */
export type Check = (isKept: boolean, message: string) => void;

export interface Recorder {
  capabilities: ConformanceReport['capabilities'];
  /** Runs one proof of one capability; several with the same names add up. */
  prove(capability: string, proof: ProofName, work: (check: Check) => Promise<void>): Promise<void>;
  /** The capability whose proof is running. */
  current(): string;
}

export interface RecorderOptions {
  /** After the first failure nothing else is tried. */
  isUntilFailure?: boolean;
  /** Returns whether a proof is tried; all of them unless set. The record lacks the others. */
  isWanted?(capability: string, proof: ProofName): boolean;
}

export function createRecorder({ isUntilFailure = false, isWanted = () => true }: RecorderOptions = {}): Recorder {
  const capabilities: Recorder['capabilities'] = {};
  let running = 'package';
  let hasFailed = false;
  return {
    capabilities,
    current: () => running,
    async prove(capability, proof, work) {
      if ((hasFailed && isUntilFailure) || !isWanted(capability, proof)) return;
      running = capability;
      capabilities[capability] ??= { isProven: true, proofs: {} };
      const entry = capabilities[capability];
      entry.proofs[proof] ??= { cases: 0, failures: [] };
      const result = entry.proofs[proof];
      try {
        await work((isKept, message) => {
          result.cases += 1;
          if (!isKept) throw new BrokenPromise(message);
        });
      } catch (error) {
        hasFailed = true;
        entry.isProven = false;
        result.failures.push(describeFailure(error));
      }
    },
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `It failed with ${typeof error}.`;
  if (error instanceof BrokenPromise) return error.message;
  const { cause } = error;
  const place = findPlace(error);
  const message = place ? `${place}: ${error.message}` : error.message;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
