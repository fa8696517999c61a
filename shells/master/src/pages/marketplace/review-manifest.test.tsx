import type { Manifest } from '@feira/schemas/manifest';
import type { Host } from '@feira/shell-kit/dashboard';
import { HostContext } from '@feira/shell-kit/host-context';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import sandbox from '../../../../../plugins/sandbox/plugin.json' with { type: 'json' };
import type { Inspection } from '../../marketplace/use-packages.ts';

const manifest = sandbox as unknown as Manifest;
const { tokenizer, ...withoutTokenizer } = manifest;

const review = async (shown: Manifest) => {
  // It adds its texts when it is loaded.
  const { ReviewManifest } = await import('./review-manifest.tsx');
  return renderToStaticMarkup(
    <HostContext value={{ locale: 'pt-BR' } as Host}>
      <ReviewManifest manifest={shown} inspection={{ version: shown.id, switchedOff: [] } as unknown as Inspection} />
    </HostContext>,
  );
};

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'pt-BR' }));

it('warns who installs a package whose code runs beside what buyers type, and nobody else', async () => {
  expect(tokenizer).toBeDefined();
  expect(await review(manifest)).toContain('Este pacote vê números de cartão');
  expect(await review(withoutTokenizer)).not.toContain('Este pacote vê números de cartão');
});
