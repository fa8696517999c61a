/** Runs an owner's page in its frame: mounts its remote, and carries its calls to the host. */
import type { FromRemoteFrame, RemoteFrameConfig, ToRemoteFrame } from '@feira/schemas/remotes';
import '@feira/shell-kit/styles/base.css';
import '@feira/shell-kit/styles/parts.css';
import type { CallRefused, OwnPageHost, OwnPageProps } from '@feira/shell-kit/own-page';
import { keepTranslatedPageTrue } from '@feira/shell-kit/translated-page';
import i18next from 'i18next';
import { Component, type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { AntdProvider } from '../antd/antd-provider.tsx';
import { loadModule, startFederation } from '../federation.ts';

const config: RemoteFrameConfig = JSON.parse(document.getElementById('frame')!.textContent);

type Answered = { resolve: (output: never) => void; reject: (error: Error) => void };

function serve(port: MessagePort): void {
  keepTranslatedPageTrue(document.body);
  const send = (message: FromRemoteFrame) => port.postMessage(message);
  const waiting = new Map<number, Answered>();
  let calls = 0;
  const call: OwnPageHost['call'] = (procedure, input = {}) =>
    new Promise((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      send({ kind: 'call', id: calls, procedure, input });
    });
  const fail = (error: unknown) => send({ kind: 'failed', message: String(error) });
  const loading = load();
  loading.catch(fail);
  const root = createRoot(document.getElementById('app')!);
  port.onmessage = ({ data }: MessageEvent<ToRemoteFrame>) => {
    if (data.kind === 'host') {
      const { locale, theme } = data;
      document.documentElement.lang = locale;
      document.documentElement.dataset.theme = theme;
      void loading.then((Page) =>
        root.render(
          <Guard onError={fail}>
            <Drawn onDrawn={() => send({ kind: 'drawn' })}>
              <AntdProvider locale={locale} theme={theme} brandColour={null}>
                <Page host={{ locale, theme, call }} />
              </AntdProvider>
            </Drawn>
          </Guard>,
        ),
      );
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'answer') asked?.resolve(data.output as never);
    else asked?.reject(Object.assign(new Error(data.message), { code: data.code }) satisfies CallRefused);
  };
  new ResizeObserver(([entry]) => send({ kind: 'height', pixels: entry!.borderBoxSize[0]!.blockSize })).observe(
    document.getElementById('app')!,
  );
}

async function load(): Promise<ComponentType<OwnPageProps>> {
  const { name, entry, accepts } = config;
  if (!entry) throw new Error(`The remote ${name} cannot be mounted now.`);
  startFederation('remote-frame');
  await i18next.init({ lng: 'pt-BR', resources: {} });
  const { default: Page } = await loadModule<{ default: ComponentType<OwnPageProps> }>(
    { name, entry, accepts },
    'page',
  );
  return Page;
}

function Drawn({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is drawn once.
  useEffect(onDrawn, []);
  return children;
}

class Guard extends Component<{ onError: (error: unknown) => void; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

addEventListener('message', function connect({ source, origin, data, ports }: MessageEvent) {
  if (source !== parent || origin !== config.parentOrigin || data?.kind !== 'connect' || !ports[0]) return;
  removeEventListener('message', connect);
  serve(ports[0]);
});
