import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import english from 'antd/locale/en_US';
import portuguese from 'antd/locale/pt_BR';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { createAntdTheme } from '../antd-theme.ts';
import type { Host } from '../dashboard.ts';
import { HostContext } from '../host-context.ts';
import { createQueryClient } from '../use-procedure.ts';

/** Popups open inside the page's landmark, so that people who jump between landmarks find them. */
const findPopupContainer = () => document.getElementById('main') ?? document.body;

/** The providers around every dashboard's pages, so that all look and behave alike. */
export default function AppProviders({ host, children }: { host: Host; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  const theme = useMemo(() => createAntdTheme(host.theme, host.brandColour), [host.theme, host.brandColour]);
  useLayoutEffect(() => {
    dayjs.locale(host.locale.toLowerCase());
  }, [host.locale]);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={queries}>
        <ConfigProvider
          theme={theme}
          locale={host.locale === 'en' ? english : portuguese}
          getPopupContainer={findPopupContainer}
          wave={{ disabled: true }}
          button={{ autoInsertSpace: false }}
        >
          {children}
        </ConfigProvider>
      </QueryClientProvider>
    </HostContext>
  );
}
