import { describe, expect, it } from 'vitest';
import { createKeyKeeper, markCart } from './idempotency-key.ts';

function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}
const numbered = () => {
  let last = 0;
  return () => `random-${++last}`;
};

describe('createKeyKeeper', () => {
  it('starts with the key the server wrote into the form', () => {
    const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());

    expect(keys.keyFor('cart').key).toBe('first');
  });

  it('answers the same key for the same cart, also after a reload with another key in the form', () => {
    const storage = createStorage();
    createKeyKeeper('offer', 'first', storage, numbered()).keyFor('cart');

    const reloaded = createKeyKeeper('offer', 'second', storage, numbered());

    expect(reloaded.keyFor('cart').key).toBe('first');
    expect(reloaded.keyFor('cart').key).toBe('first');
  });

  it('takes a new key for another cart', () => {
    const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());

    expect(['cart', 'other', 'other'].map((cart) => keys.keyFor(cart).key)).toEqual(['first', 'random-1', 'random-1']);
  });

  it('takes a new key after a definite answer', () => {
    const storage = createStorage();
    const keys = createKeyKeeper('offer', 'first', storage, numbered());
    keys.keyFor('cart');

    keys.forget();

    expect(keys.keyFor('cart').key).toBe('random-1');
  });

  it('does not send a spent key again when going back shows the same document', () => {
    const storage = createStorage();
    const keys = createKeyKeeper('offer', 'first', storage, numbered());
    keys.keyFor('cart');
    keys.forget();

    const shownAgain = createKeyKeeper('offer', 'first', storage, numbered());
    const freshDocument = createKeyKeeper('offer', 'second', storage, numbered());

    expect(shownAgain.keyFor('cart').key).toBe('random-1');
    expect(freshDocument.keyFor('cart').key).toBe('second');
  });

  it('sends along with a key what went along with it first', () => {
    const storage = createStorage();
    createKeyKeeper('offer', 'first', storage).keyFor('cart', { abandonedCartId: 'a' });

    const again = createKeyKeeper('offer', 'second', storage).keyFor('cart', { abandonedCartId: 'b', referer: 'r' });

    expect(again).toEqual({ key: 'first', extras: { abandonedCartId: 'a' } });
  });

  it('keeps the keys of two offers apart', () => {
    const storage = createStorage();
    createKeyKeeper('offer', 'first', storage).keyFor('cart');

    expect(createKeyKeeper('another', 'second', storage).keyFor('cart').key).toBe('second');
  });

  it('works for as long as the page lives where storage is refused', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const keys = createKeyKeeper('offer', 'first', { getItem: refuse, setItem: refuse });

    expect(['cart', 'cart'].map((cart) => keys.keyFor(cart).key)).toEqual(['first', 'first']);
  });
});

describe('markCart', () => {
  it('changes with the cart and does not show what is in it', async () => {
    const mark = await markCart({ email: 'maria@example.com' });

    expect(mark).toMatch(/^[0-9a-f]{24}$/);
    expect(mark).toBe(await markCart({ email: 'maria@example.com' }));
    expect(mark).not.toBe(await markCart({ email: 'mario@example.com' }));
  });
});
