import type { Locale } from '@feira/schemas/common';
import { STYLE_NONCE } from '@feira/shell-kit/style-nonce';
import type { Theme } from '@feira/shell-kit/theme';
import ConfigProvider from 'antd/es/config-provider';
import type { Locale as AntdTexts } from 'antd/es/locale';
import english from 'antd/es/locale/en_US';
import portuguese from 'antd/es/locale/pt_BR';
import { type ReactNode, useMemo } from 'react';
import { createAntdTheme } from './antd-theme.ts';

/** Calendars say whole months, before the year, in both languages; the buttons of month and year are named by what they show. */
const CALENDAR = { monthFormat: 'MMMM', monthBeforeYear: true, monthSelect: '', yearSelect: '', decadeSelect: '' };
const withMonths = (texts: AntdTexts): AntdTexts => ({
  ...texts,
  DatePicker: { ...texts.DatePicker!, lang: { ...texts.DatePicker!.lang, ...CALENDAR } },
});

const LOCALES = { 'pt-BR': withMonths(portuguese), en: withMonths(english) };

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
