/** A point that a new package leaves to its author on purpose. Each shows in the conformance run; the guide keeps their order. */
export interface OpenPoint {
  file: string;
  what: string;
  /** The failure that the conformance run reports while it is open. */
  complaint: RegExp;
}

export const OPEN_POINTS: OpenPoint[] = [
  {
    file: 'plugin.json',
    what: '`status.payment.map`: what each word of the provider means; only `waiting` is known.',
    complaint: /status\.payment\.map has no word "(paid|refused)"/,
  },
  {
    file: 'plugin.json',
    what: '`webhook.authentication`: how a webhook proves who sent it; the simulator signs, and nobody checks.',
    complaint: /webhook\.authentication is none: anybody could send one/,
  },
  {
    file: 'src/client.ts',
    what: 'the reference as idempotency key, so that a call sent twice makes one charge.',
    complaint: /idempotency\.header is declared, but no call carries the reference/,
  },
  {
    file: 'src/mapping.ts',
    what: '`expires_at`: when a charge ends.',
    complaint: /expiresAt changes nothing in what is sent/,
  },
  {
    file: 'src/provider.ts',
    what: 'finding a charge by its reference when the answer with its id was lost.',
    complaint: /A charge is only found by its id/,
  },
];

/** Cards end by themselves, so that a package of cards alone has nothing to say about it. */
export const listOpenPoints = (methods: readonly string[]): OpenPoint[] =>
  OPEN_POINTS.filter(({ file }) => file !== 'src/mapping.ts' || methods.some((method) => method !== 'CREDIT_CARD'));
