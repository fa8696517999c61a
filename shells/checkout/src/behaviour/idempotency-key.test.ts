import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Keeps the last cookie that was set, with its attributes; one of no age is none. */
const jar = { value: '' };
beforeEach(() => {
  jar.value = '';
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return jar.value;
    },
    set cookie(cookie: string) {
      jar.value = cookie.includes('Max-Age=0') ? '' : cookie;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('createKeyKeeper', () => {
  it('starts with the key the server wrote into the form', () => {
    const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());

    expect(keys.keyFor('cart')).toBe('first');
  });

  it('answers the same key for the same cart, also after a reload with another key in the form', () => {
    const storage = createStorage();
    createKeyKeeper('offer', 'first', storage, numbered()).keyFor('cart');

    const reloaded = createKeyKeeper('offer', 'second', storage, numbered());

    expect(reloaded.keyFor('cart')).toBe('first');
    expect(reloaded.keyFor('cart')).toBe('first');
  });

  it('takes a new key for another cart', () => {
    const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());

    expect(['cart', 'other', 'other'].map((cart) => keys.keyFor(cart))).toEqual(['first', 'random-1', 'random-1']);
  });

  it('takes a new key after a definite answer', () => {
    const storage = createStorage();
    const keys = createKeyKeeper('offer', 'first', storage, numbered());
    keys.keyFor('cart');

    keys.forget({ isRefused: true });

    expect(keys.keyFor('cart')).toBe('random-1');
  });

  it('does not send a spent key again when going back shows the same document', () => {
    const storage = createStorage();
    const keys = createKeyKeeper('offer', 'first', storage, numbered());
    keys.keyFor('cart');
    keys.forget();
    jar.value = '';

    const shownAgain = createKeyKeeper('offer', 'first', storage, numbered());
    const freshDocument = createKeyKeeper('offer', 'second', storage, numbered());

    expect(shownAgain.keyFor('cart')).toBe('random-1');
    jar.value = '';
    expect(freshDocument.keyFor('cart')).toBe('second');
  });

  describe('the cookie of a submission', () => {
    it('lets another tab send the same cart under the same key, and another cart under its own', () => {
      createKeyKeeper('offer', 'first', createStorage()).keyFor('cart');
      const otherTab = createKeyKeeper('offer', 'second', createStorage(), numbered());

      expect(otherTab.keyFor('cart')).toBe('first');
      expect(otherTab.keyFor('other')).toBe('second');
      expect(createKeyKeeper('another', 'third', createStorage()).keyFor('cart')).toBe('third');
    });

    it('lets a paid order that is sent once more after going back be the same one', () => {
      const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());
      keys.keyFor('cart');
      keys.forget();

      expect(keys.keyFor('cart')).toBe('first');
    });

    it('goes when the order is refused, and after 30 seconds', () => {
      const keys = createKeyKeeper('offer', 'first', createStorage(), numbered());
      keys.keyFor('cart');
      expect(document.cookie).toContain('Max-Age=30');
      keys.forget({ isRefused: true });

      expect(keys.keyFor('cart')).toBe('random-1');
      keys.forget();
      jar.value = '';
      expect(keys.keyFor('cart')).toBe('random-2');
    });
  });

  it('keeps the keys of two offers apart', () => {
    const storage = createStorage();
    createKeyKeeper('offer', 'first', storage).keyFor('cart');

    expect(createKeyKeeper('another', 'second', storage).keyFor('cart')).toBe('second');
  });

  it('works for as long as the page lives where storage is refused', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const keys = createKeyKeeper('offer', 'first', { getItem: refuse, setItem: refuse });

    expect(['cart', 'cart'].map((cart) => keys.keyFor(cart))).toEqual(['first', 'first']);
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
