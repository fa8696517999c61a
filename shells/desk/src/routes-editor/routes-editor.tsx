import type { PaymentMethod } from '@feira/schemas/common';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/record-list.css';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { useHost } from '@feira/shell-kit/host-context';
import './add-texts.ts';
import { MethodRoutes } from './method-routes.tsx';
import './routes-editor.css';
import type { RoutesEditorProps } from './routes-editor-props.ts';
import { useRoutes } from './use-routes.ts';

/** Edits which connection serves each payment method: reads the routes, lets people order them, and saves method by method. */
export function RoutesEditor({ platformId, ...shown }: RoutesEditorProps) {
  const { t } = useTranslation('routes');
  const { locale } = useHost();
  const { data, error, refetch } = useRoutes(platformId);
  const [dirty, setDirty] = useState<readonly PaymentMethod[]>([]);
  const markDirty = useCallback((method: PaymentMethod, isDirty: boolean) => {
    setDirty((former) => [...former.filter((other) => other !== method), ...(isDirty ? [method] : [])]);
  }, []);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <div className="routes-editor" aria-busy={!data}>
      <UnsavedGuard isDirty={dirty.length > 0} />
      <p className="muted">{t('help')}</p>
      {data
        ? data.methods.map((list) => (
            <MethodRoutes
              // A change of language resets the form, because typed amounts would be read differently.
              key={`${list.method} ${locale}`}
              {...shown}
              platformId={platformId}
              list={list}
              connections={data.connections}
              onDirtyChange={markDirty}
            />
          ))
        : [0, 1, 2].map((index) => (
            <div key={index} className="panel">
              <Skeleton width="40%" height={24} />
              <Skeleton height={72} />
            </div>
          ))}
    </div>
  );
}
