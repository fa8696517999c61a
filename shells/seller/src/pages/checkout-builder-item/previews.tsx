import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { FromPreview, ToPreview } from '@feira/schemas/documents';
import { useHost } from '@feira/shell-kit/host-context';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The sizes of the windows that the previews stand for, in pixels of the page. */
const DEVICES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 780 } } as const;
export type Device = keyof typeof DEVICES;

interface PreviewProps {
  offerId: string;
  config: CheckoutBuilderConfig;
  device: Device;
  onRemoveFeedback: (id: string) => void;
}

/** The checkout itself, in a sandbox in which it cannot send anything, drawn as small as its place. */
function Preview({ offerId, config, device, onRemoveFeedback }: PreviewProps) {
  const { t } = useTranslation('builder');
  const { locale } = useHost();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [scale, setScale] = useState(0.5);
  const latest = useRef({ config, onRemoveFeedback });
  latest.current = { config, onRemoveFeedback };
  const { width, height } = DEVICES[device];

  // Its origin is opaque, which no address names. What is sent is what buyers are going to see.
  const show = (message: ToPreview) => frame.current?.contentWindow?.postMessage(message, '*');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener reads what is latest.
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<FromPreview>) => {
      if (!source || source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') show({ type: 'show', config: latest.current.config });
      else if (data.type === 'removeFeedback') latest.current.onRemoveFeedback(String(data.id));
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is shown once.
  useEffect(() => show({ type: 'show', config }), [config]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setScale(Math.min(1, entry!.contentRect.width / width)));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [width]);

  return (
    <figure className={`builder-preview builder-preview-${device}`}>
      <figcaption>{t(`preview.${device}`)}</figcaption>
      <div ref={box} className="builder-screen" style={{ height: height * scale }}>
        <iframe
          ref={frame}
          title={t(`preview.${device}`)}
          src={`/checkout/${offerId}/preview?lang=${locale}`}
          sandbox="allow-scripts"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  );
}

interface PreviewsProps extends Omit<PreviewProps, 'device'> {
  /** The one that a narrow screen shows. */
  device: Device;
}

/** Desktop and phone beside each other. */
export function Previews({ device, ...props }: PreviewsProps) {
  return (
    <div className="builder-previews" data-device={device}>
      <Preview {...props} device="desktop" />
      <Preview {...props} device="phone" />
    </div>
  );
}
