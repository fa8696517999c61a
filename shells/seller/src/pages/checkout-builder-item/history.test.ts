import { describe, expect, it } from 'vitest';
import { change, redo, startHistory, undo } from './history.ts';

const text = (bannerText: string) => ({ bannerText });

describe('history', () => {
  it('undoes and redoes step by step, and no further than the ends', () => {
    const edited = change(
      change(startHistory(text('A')), text('B'), 'bannerText'),
      { ...text('B'), template: 'VEGA' },
      'template',
    );

    const [once, twice] = [undo(edited), undo(undo(edited))];

    expect(once.present).toEqual(text('B'));
    expect(undo(twice)).toEqual(twice);
    expect(twice.present).toEqual(text('A'));
    expect(redo(redo(twice)).present).toEqual(edited.present);
    expect(redo(edited)).toEqual(edited);
  });

  it('undoes the letters of one text together, but not what was changed before or after', () => {
    let history = startHistory(text(''));
    for (const typed of ['O', 'Ol', 'Olá']) history = change(history, text(typed), 'bannerText');

    expect(undo(history).present).toEqual(text(''));
    expect(undo(change(undo(history), text('X'), 'bannerText')).present).toEqual(text(''));
  });

  it('takes every change without a field as a step of its own, and forgets what was undone', () => {
    const history = change(change(startHistory(text('A')), text('B'), null), text('C'), null);
    expect(undo(history).present).toEqual(text('B'));

    expect(change(undo(history), text('D'), null).future).toEqual([]);
  });
});
