import type { Locale } from '@feira/schemas/common';
import { STYLE_NONCE } from '@feira/shell-kit/style-nonce';
import type { Theme } from '@feira/shell-kit/theme';
import ConfigProvider from 'antd/es/config-provider';
import english from 'antd/es/locale/en_US';
import portuguese from 'antd/es/locale/pt_BR';
import { type ReactNode, useMemo } from 'react';
import { createAntdTheme } from './antd-theme.ts';

const LOCALES = { 'pt-BR': portuguese, en: english };

const CSP = { nonce: STYLE_NONCE };

interface AntdProviderProps {
  locale: Locale;
  theme: Theme;
  /** The platform's own colour, where it chose one. */
  brandColour: string | null;
  children: ReactNode;
}

/** Gives every component of antd on the page its language and look, also those that dashboards draw: all of them come from one copy. */
export function AntdProvider({ locale, theme, brandColour, children }: AntdProviderProps) {
  const look = useMemo(() => createAntdTheme(theme, brandColour), [theme, brandColour]);
  return (
    <ConfigProvider csp={CSP} locale={LOCALES[locale]} theme={look} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
