import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import { SelectBox, toChoices } from './select-box.tsx';

const options = [{ id: 'a', name: 'Ana' }];
const getValue = ({ id }: { id: string }) => id;

describe('toChoices', () => {
  it('calls each option by its display value', () => {
    expect(toChoices({ options, getValue, displayValue: ({ name }) => name })).toEqual([{ value: 'a', label: 'Ana' }]);
  });

  it('says where the display value is missing', () => {
    expect(toChoices({ options, getValue })).toEqual([{ value: 'a', label: 'Error: use displayValue prop' }]);
  });

  it('begins with the choice of nothing, where there is one', () => {
    expect(toChoices({ options: [], getValue, allLabel: 'Todos' })).toEqual([{ value: '', label: 'Todos' }]);
  });
});

type BoxProps = Parameters<typeof SelectBox<(typeof options)[number], string>>[0];

describe('the select box', () => {
  const english = i18next.createInstance({ lng: 'en', resources: { en: { kit: en } }, initAsync: false });
  english.init();
  type Props = Partial<BoxProps>;
  const required = { label: 'Vendedor', options, getValue, value: null, onChange: () => {} };
  const markupOf = (props: Props) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={english}>
        <SelectBox {...required} {...props} />
      </I18nextProvider>,
    );
  it('has a button to clear it where it is wanted', () => {
    const clear = 'aria-label="Clear: Vendedor"';
    const named = { displayValue: ({ name }: { name: string }) => name };
    expect(markupOf({ ...named, value: 'a', isClearable: true })).toContain(clear);
    expect(markupOf({ ...named, value: null, isClearable: true })).not.toContain(clear);
    expect(markupOf({ ...named, value: 'a' })).not.toContain(clear);
  });

  it('has an asterisk where it must be filled, and says so to screen readers', () => {
    const markup = markupOf({ isRequired: true });
    expect(markup).toContain('aria-required="true"');
    expect(markup).toMatch(/aria-hidden="true">\*</);
    expect(markupOf({})).not.toContain('*');
  });
});
