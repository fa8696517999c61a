export interface Problem {
  /** A code of the error catalogue, which never changes. */
  code: string;
  title: string;
  status: number;
  /** The fields to correct, with a sentence each. */
  errors?: { field: string; message: string }[];
}

/** An answer of the API that is no success. */
export class FeiraError extends Error implements Problem {
  override readonly name = 'FeiraError';
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly errors: { field: string; message: string }[];
  /** Names the request to the platform's team. */
  readonly requestId: string | null;

  constructor({ code, title, status, errors = [] }: Problem, requestId: string | null) {
    const fields = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
    super(`${status} ${code}: ${title}${fields && ` (${fields})`}`);
    this.code = code;
    this.title = title;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}
