import type { Input, Output } from '@feira/schemas/procedure';
import type { getPlatformPixels, setPlatformToken } from '@feira/schemas/procedures/pixels';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { ApiError } from '@feira/shell-kit/client';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import type { IconName } from '@feira/shell-kit/components/icon';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import './add-texts.ts';
import './pixels.css';

type Reporting = Pick<Output<typeof getPlatformPixels>, 'pixels' | 'conversions'>;
export type ReportingPixel = Reporting['pixels'][number];
type Conversion = Reporting['conversions'][number];
type Destination = NonNullable<Input<typeof setPlatformToken>['destination']>;
type Key = Pick<ReportingPixel, 'network' | 'pixelCode'>;

/** A call as useChange makes it. */
interface Act<I> {
  run(input: I): Promise<unknown>;
  error: ApiError | null;
  isBusy: boolean;
  reset(): void;
}

export interface ReportingPanelProps extends Reporting {
  setToken: Act<Key & { secret: string; destination?: Destination }>;
  sendTest: Act<Key & { testCode: string }>;
  repeat: Act<{ conversionId: string }>;
}

export const NETWORK_NAMES: Record<ReportingPixel['network'], string> = {
  facebook: 'Facebook',
  tiktok: 'TikTok',
  kwai: 'Kwai',
  googleAnalytics: 'Google Analytics',
  googleAds: 'Google Ads',
};

const FACES: Record<Conversion['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  SENT: ['approved', 'check'],
  FAILED: ['rejected', 'alert'],
  DROPPED: ['canceled', 'stop'],
};

/** True while a report is on its way, so that the list is read anew. */
export const isReporting = ({ conversions }: Pick<Reporting, 'conversions'>): boolean =>
  conversions.some(({ state, attempts }) => state === 'WAITING' && attempts < 2);

/** Tokens, tests and the last reports of what the server sends to advertising networks. */
export function ReportingPanel({ pixels, conversions, setToken, sendTest, repeat }: ReportingPanelProps) {
  const { t } = useTranslation('pixels');
  const id = useId();
  const [open, setOpen] = useState<{ act: 'token' | 'test' | 'remove'; pixel: ReportingPixel } | null>(null);
  const [done, setDone] = useState('');
  const start = (act: 'token' | 'test' | 'remove', pixel: ReportingPixel) => {
    setToken.reset();
    sendTest.reset();
    setDone('');
    setOpen({ act, pixel });
  };
  const finish = (text: string) => {
    setDone(text);
    setOpen(null);
  };
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('title')}</h2>
      <span className="form-hint">{t('text')}</span>
      <DoneNote text={done} />
      {pixels.length === 0 && <p className="muted">{t('none')}</p>}
      {pixels.length > 0 && (
        <ul className="pixel-list" aria-label={t('title')}>
          {pixels.map((pixel) => (
            <li key={`${pixel.network}${pixel.pixelCode}`}>
              <PixelRow pixel={pixel} onStart={start} />
            </li>
          ))}
        </ul>
      )}
      {conversions.length > 0 && <Conversions conversions={conversions} repeat={repeat} />}
      {open?.act === 'token' && open.pixel.network !== 'googleAds' && (
        <TokenDialog {...open} setToken={setToken} onDone={() => finish(t('saved'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'token' && open.pixel.network === 'googleAds' && (
        <AdsKeyDialog {...open} setToken={setToken} onDone={() => finish(t('saved'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'test' && (
        <TestDialog {...open} sendTest={sendTest} onDone={() => finish(t('tested'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'remove' && (
        <ConfirmChange
          isDanger
          title={t('removeTitle', { name: nameOf(open.pixel) })}
          text={t('removeText')}
          action={t('remove')}
          change={setToken}
          input={{ ...keyOf(open.pixel), secret: '' }}
          onDone={() => finish(t('removed'))}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

const keyOf = ({ network, pixelCode }: Key): Key => ({ network, pixelCode });
const nameOf = ({ network, pixelCode }: Key) => `${NETWORK_NAMES[network]} ${pixelCode}`;

interface PixelRowProps {
  pixel: ReportingPixel;
  onStart(act: 'token' | 'test' | 'remove', pixel: ReportingPixel): void;
}

function PixelRow({ pixel, onStart }: PixelRowProps) {
  const { t } = useTranslation('pixels');
  const { locale } = useHost();
  const { savedAt } = pixel;
  const button = (act: 'token' | 'test' | 'remove', label: string) => (
    <button type="button" className="button" onClick={() => onStart(act, pixel)}>
      {label}
      <span className="visually-hidden"> {nameOf(pixel)}</span>
    </button>
  );
  return (
    <>
      <TwoLines first={NETWORK_NAMES[pixel.network]} second={<code>{pixel.pixelCode}</code>} />
      <StatusBadge
        tone={savedAt ? 'approved' : 'canceled'}
        icon={savedAt ? 'check' : 'lock'}
        label={savedAt ? t('hasToken', { date: formatDate(savedAt, locale) }) : t('noToken')}
      />
      <span className="pixel-acts">
        {button('token', t(savedAt ? 'replace' : 'save'))}
        {savedAt && button('test', t('test'))}
        {savedAt && button('remove', t('remove'))}
      </span>
    </>
  );
}

interface PixelDialogProps {
  pixel: ReportingPixel;
  onDone(): void;
  onClose(): void;
}

function TokenDialog({ pixel, setToken, onDone, onClose }: PixelDialogProps & Pick<ReportingPanelProps, 'setToken'>) {
  const { t } = useTranslation('pixels');
  const [token, setShown] = useState('');
  const [isTried, setTried] = useState(false);
  const typed = token.trim();
  const send = () => {
    setTried(true);
    if (!typed) return false;
    void setToken.run({ ...keyOf(pixel), secret: typed }).then((answer) => answer && onDone());
    return true;
  };
  return (
    <DialogForm
      title={t('tokenTitle', { name: nameOf(pixel) })}
      text={t('tokenText')}
      action={t('saveToken')}
      isBusy={setToken.isBusy}
      error={setToken.error}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        name="secret"
        type="password"
        label={t('token')}
        hint={t(`tokenHints.${pixel.network as Exclude<ReportingPixel['network'], 'googleAds'>}`)}
        problem={isTried && !typed ? t('tokenMissing') : undefined}
        value={token}
        maxLength={1024}
        spellCheck={false}
        onChange={setShown}
      />
    </DialogForm>
  );
}

const ACCOUNT = /^\d{3}-?\d{3}-?\d{4}$/;
const NUMBER = /^\d{1,19}$/;

/** Google Ads takes the key of a service account, and has to be told where the conversions go. */
function AdsKeyDialog({ pixel, setToken, onDone, onClose }: PixelDialogProps & Pick<ReportingPanelProps, 'setToken'>) {
  const { t } = useTranslation('pixels');
  const [typed, setTyped] = useState({ account: '', manager: '', conversionAction: '', secret: '' });
  const [isTried, setTried] = useState(false);
  const { account, manager, conversionAction, secret } = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, text.trim()]),
  ) as typeof typed;
  const problems = {
    account: ACCOUNT.test(account) ? undefined : t('ads.accountProblem'),
    manager: manager === '' || ACCOUNT.test(manager) ? undefined : t('ads.accountProblem'),
    conversionAction: NUMBER.test(conversionAction) ? undefined : t('ads.actionProblem'),
    secret: secret ? undefined : t('ads.keyMissing'),
  };
  const send = () => {
    setTried(true);
    if (Object.values(problems).some(Boolean)) return false;
    const destination = { account, conversionAction, ...(manager && { manager }) };
    void setToken.run({ ...keyOf(pixel), secret, destination }).then((answer) => answer && onDone());
    return true;
  };
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    problem: isTried ? problems[name] : undefined,
    onChange: (text: string) => setTyped((known) => ({ ...known, [name]: text })),
  });
  return (
    <DialogForm
      title={t('tokenTitle', { name: nameOf(pixel) })}
      text={t('ads.text')}
      action={t('saveToken')}
      isBusy={setToken.isBusy}
      error={setToken.error}
      onSend={send}
      onClose={onClose}
    >
      <TextField {...field('account')} label={t('ads.account')} hint={t('ads.accountHint')} />
      <TextField
        {...field('conversionAction')}
        label={t('ads.action')}
        hint={t('ads.actionHint')}
        inputMode="numeric"
      />
      <TextField {...field('manager')} label={t('ads.manager')} hint={t('ads.managerHint')} />
      <TextAreaField {...field('secret')} label={t('ads.key')} hint={t('ads.keyHint')} maxLength={4096} />
    </DialogForm>
  );
}

function TestDialog({ pixel, sendTest, onDone, onClose }: PixelDialogProps & Pick<ReportingPanelProps, 'sendTest'>) {
  const { t } = useTranslation('pixels');
  const [testCode, setTestCode] = useState('');
  const { network } = pixel;
  const isCodeless = network === 'googleAnalytics' || network === 'googleAds';
  const send = () => {
    void sendTest.run({ ...keyOf(pixel), testCode: testCode.trim() }).then((answer) => answer && onDone());
    return true;
  };
  return (
    <DialogForm
      title={t('testTitle', { name: nameOf(pixel) })}
      text={t(isCodeless ? 'testTextChecked' : 'testText', { network: NETWORK_NAMES[network] })}
      action={t('sendTest')}
      isBusy={sendTest.isBusy}
      error={sendTest.error}
      onSend={send}
      onClose={onClose}
    >
      {!isCodeless && (
        <TextField
          name="testCode"
          label={t('testCode')}
          hint={t(`testHints.${network}`)}
          value={testCode}
          maxLength={128}
          autoCapitalize="off"
          spellCheck={false}
          onChange={setTestCode}
        />
      )}
    </DialogForm>
  );
}

/** The last reports, with a button for those that were given up. */
export function Conversions({ conversions, repeat }: Pick<ReportingPanelProps, 'conversions' | 'repeat'>) {
  const { t } = useTranslation('pixels');
  const { locale } = useHost();
  const columns: RecordColumn<Conversion>[] = [
    {
      key: 'event',
      title: t('columns.event'),
      isHead: true,
      show: ({ event, createdAt }) => <TwoLines first={t(`events.${event}`)} second={formatDate(createdAt, locale)} />,
    },
    {
      key: 'pixel',
      title: t('columns.pixel'),
      show: ({ network, pixelCode }) => <TwoLines first={NETWORK_NAMES[network]} second={pixelCode} />,
    },
    {
      key: 'value',
      title: t('columns.value'),
      isNumber: true,
      show: ({ value, currency }) => formatCurrency(value, currency, locale),
    },
    {
      key: 'state',
      title: t('columns.state'),
      show: ({ state, problem, answer }) => {
        const [tone, icon] = FACES[state];
        return (
          <TwoLines
            first={<StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />}
            second={problem && [t(`problems.${problem}`), answer].filter(Boolean).join(' ')}
          />
        );
      },
    },
    {
      key: 'repeat',
      title: t('repeat'),
      isAction: true,
      show: ({ id, state }) =>
        state === 'FAILED' && (
          <button
            type="button"
            className="button"
            aria-busy={repeat.isBusy}
            onClick={() => !repeat.isBusy && repeat.run({ conversionId: id })}
          >
            {t('repeat')}
          </button>
        ),
    },
  ];
  return (
    <>
      <h3>{t('last')}</h3>
      <Refusal error={repeat.error} />
      <RecordList label={t('last')} columns={columns} records={conversions} keyOf={({ id }) => id} />
    </>
  );
}
