export type Attributes = Record<string, string | number | boolean>;

/** The span of one request to this node. */
export interface RequestSpan {
  /** Runs the work as part of the request. */
  run(work: () => void): void;
  end(status: number): void;
}

export interface Spans {
  readonly isOn: boolean;
  /** Runs the work as a part of the trace it is called in. Outside of a trace, it only runs the work. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Runs the work as a trace of its own. */
  begin<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Adds a call to another server that has just ended to the trace it is called in. */
  add(name: string, attributes: Attributes, durationMs: number): void;
}
