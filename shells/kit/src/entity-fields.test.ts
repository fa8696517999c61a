import { amountSchema, textSchema } from '@feira/schemas/common';
import type { Entity } from '@feira/schemas/entities/entity';
import { nullable } from '@feira/schemas/parts';
import { field } from '@feira/schemas/rules/audit-field';
import { describe, expect, it } from 'vitest';
import { entityFields } from './entity-fields.ts';
import { check, group } from './fields.ts';

const PARCEL = {
  name: { schema: textSchema(40, 1), problem: 'name' },
  note: { schema: nullable(textSchema(200)) },
  price: { schema: { ...amountSchema, minimum: 1 }, audit: field('money', 'Preço', 'Price'), problem: 'price' },
  pieces: { schema: nullable({ type: 'integer', minimum: 1, maximum: 9 }), problem: 'pieces' },
  isGift: { schema: { type: 'boolean' } },
  isOwn: { schema: { type: 'boolean' } },
} as const satisfies Entity;

const OWN = { isOwn: { ...check(), show: (): boolean => true } };
const PLAIN = entityFields(PARCEL, OWN);
const FIELDS = group(PLAIN);

describe('entityFields', () => {
  it('shows a stored record, and each field in its own way', () => {
    expect(
      FIELDS.show({ name: 'Livro', note: null, price: 990, pieces: 3, isGift: true, isOwn: false }, 'pt-BR'),
    ).toEqual({ name: 'Livro', note: '', price: '9,90', pieces: '3', isGift: true, isOwn: true });
  });

  it('takes the limits of the schema', () => {
    const typed = { name: ' ', note: '', price: '0', pieces: '10', isGift: false, isOwn: true };

    expect(FIELDS.read(typed).problems).toEqual({ name: 'name', price: 'price', pieces: 'pieces' });
    expect(FIELDS.read({ ...typed, name: 'Livro', price: '9,90', pieces: '' })).toEqual({
      value: { name: 'Livro', note: null, price: 990, pieces: null, isGift: false, isOwn: true },
      problems: {},
    });
    expect([FIELDS.fields.name.control, FIELDS.fields.note.control]).toEqual([{ maxLength: 40 }, { maxLength: 200 }]);
  });
});
