import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';

// Texts are added to an i18next that has begun.
await i18next.use(initReactI18next).init({ lng: 'pt-BR', initAsync: false });
await import('./add-texts.ts');
const { AddRoute } = await import('./add-route.tsx');

type Props = Parameters<typeof AddRoute>[0];
const connection = (id: string) => ({ id, name: id, methods: ['PIX'] }) as unknown as Props['connections'][number];
const draw = (listed: string[], connections: string[]) =>
  renderToStaticMarkup(
    <AddRoute
      method="PIX"
      routes={listed.map((connectionId) => ({ connectionId })) as unknown as Props['routes']}
      connections={connections.map(connection)}
      onAdd={() => undefined}
    />,
  );
const chosenOf = (html: string) => /<option value="([^"]*)" selected/.exec(html)?.[1];

describe('the connection to add to a list', () => {
  it('is one that the list lacks, and none where it has all of them', () => {
    expect(chosenOf(draw(['a'], ['a', 'b']))).toBe('b');

    const html = draw(['a', 'b'], ['a', 'b']);

    expect(chosenOf(html)).toBe('');
    expect(html).toMatch(/<button[^>]*disabled/);
    expect(html).toContain('Escolha uma conexão');
  });
});
