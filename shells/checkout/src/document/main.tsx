import { keepTranslatedPageTrue } from '@feira/shell-kit/translated-page';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { hydrateRoot } from 'react-dom/client';
import type { CheckoutBoot, PaymentBoot, UpsellBoot } from '../boot.ts';
import { createShareScope, loadFromContainer } from '../container.ts';

type Boot = CheckoutBoot | PaymentBoot | UpsellBoot;

const boot: Boot = JSON.parse(document.getElementById('boot')!.textContent!);

type Page = { default: react.ComponentType<{ boot: Boot }> };
const translated = keepTranslatedPageTrue(document.body);
const shareScope = createShareScope({ react, 'react/jsx-runtime': jsxRuntime });

loadFromContainer<Page>(boot.remote, './page', shareScope).then(
  ({ default: Page }) => {
    translated.undo();
    hydrateRoot(document.getElementById('root')!, <Page boot={boot} />);
  },
  () => window.feiraPlain?.(),
);
