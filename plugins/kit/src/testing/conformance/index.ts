export { type ConformanceOptions, type ConformanceResult, listFailures, runConformance } from './suite.ts';
