import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFreight } from './freight.ts';
import type { Session } from './session.ts';

const MINUTE_MS = 60_000;
const asked: string[] = [];

vi.mock('./after-drawn.ts', () => ({ afterDrawn: (run: () => void) => run() }));
vi.mock('../api.ts', () => ({
  mutate: async (_: string, { cep }: { cep: string }) => {
    asked.push(cep);
    const options = [{ id: `quote-${asked.length}`, description: 'Sedex', fareAmount: 1_124, preSelected: false }];
    return { ok: true, data: { deliveryOptions: options } };
  },
}));

let onVisible = () => {};
const page = {
  hidden: false,
  getElementById: () => null,
  addEventListener: (_: string, listener: () => void) => {
    onVisible = listener;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'FormData',
    class {
      get = (name: string) => (name === 'cep' ? '20040-002' : null);
      getAll = () => [];
    },
  );
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const checkout = { id: 'offer', deliveryOptions: [] as { id: string }[] };
  const session = {
    boot: { checkout, values: {}, locale: 'pt-BR' },
    form: { addEventListener: () => undefined },
    setFieldError: () => undefined,
  } as unknown as Session;
  return { checkout, freight: startFreight(session) };
}

describe('the quotes of a page that stays open', () => {
  it('are asked for again before they expire, so that the sale is made', async () => {
    const { checkout, freight } = open();
    await vi.advanceTimersByTimeAsync(19 * MINUTE_MS);
    expect(asked).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    await freight.ready();

    expect(checkout.deliveryOptions).toMatchObject([{ id: 'quote-2' }]);
  });

  it('are asked for again once a buyer who was away comes back, and not before', async () => {
    const { checkout } = open();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(90 * MINUTE_MS);
    expect(asked).toHaveLength(1);

    page.hidden = false;
    onVisible();
    await vi.advanceTimersByTimeAsync(0);

    expect(checkout.deliveryOptions).toMatchObject([{ id: 'quote-2' }]);
  });
});
