import type { PaymentMethod } from '@feira/schemas/common';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { EDIT_CONFLICT } from '@feira/shell-kit/use-change';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProposedNotice } from '../money-rules/proposed-notice.tsx';
import { RulesReview } from '../money-rules/rules-review.tsx';
import { SaleMethod } from '../sale/sale-words.tsx';
import { AddRoute } from './add-route.tsx';
import {
  createRoute,
  type DraftGroups,
  type DraftRoute,
  findRouteProblems,
  isCheapestFirst,
  isSameDraft,
  type MethodList,
  type RoutableConnection,
  toDraft,
  toInput,
} from './route-draft.ts';
import { addRoute, changeRoute, joinAbove, moveRoute, removeRoute } from './route-groups.ts';
import { type RouteAct, RouteItem } from './route-item.tsx';
import type { RoutesEditorProps } from './routes-editor-props.ts';
import { RoutesPreview } from './routes-preview.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRoutesChange } from './use-routes.ts';

interface MethodRoutesProps extends RoutesEditorProps {
  platformId: string | undefined;
  list: MethodList;
  connections: readonly RoutableConnection[];
  onDirtyChange: (method: PaymentMethod, isDirty: boolean) => void;
}

const act = (groups: DraftGroups, key: string, what: RouteAct): DraftGroups | null => {
  if (what === 'remove') return removeRoute(groups, key);
  return what === 'join' ? joinAbove(groups, key) : moveRoute(groups, key, what);
};
const hasProblems = (route: DraftRoute, method: PaymentMethod) =>
  Object.keys(findRouteProblems(route, method)).length > 0;

/**
 * Edits the routes of one method, which are saved together: half an order would be another order. Items move between groups, so
 * no table of fields serves.
 */
export function MethodRoutes(props: MethodRoutesProps) {
  const { platformId, list, connections, currency, linkTo, note, onDirtyChange } = props;
  const { t } = useTranslation(['routes', 'kit']);
  const { locale } = useHost();
  const [draft, setDraft] = useState<DraftGroups | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [message, setMessage] = useState('');
  const [read, setRead] = useState(list.version);
  const proposing = useRoutesChange(platformId, () => {
    setDraft(null);
    setIsTried(false);
  });
  const { isBusy, isDone, reset } = proposing.change;
  const conflict = proposing.change.error?.code === EDIT_CONFLICT ? proposing.change.error : null;
  const error = conflict ? null : proposing.change.error;
  const form = useRef<HTMLFormElement>(null);
  const added = useRef(0);
  const keepFocus = useKeptFocus(form);
  const id = useId();
  const { method } = list;
  const saved = toDraft(list.routes, locale);
  const groups = draft ?? saved;
  const routes = groups.flat();
  const isDirty = draft !== null && !isSameDraft(draft, saved);
  useEffect(() => onDirtyChange(method, isDirty), [method, isDirty, onDirtyChange]);

  const nameOf = (connectionId: string) =>
    connections.find((connection) => connection.id === connectionId)?.name ?? t('unknownConnection');
  const change = (next: DraftGroups) => {
    // The routes that the draft began with: what others save meanwhile does not go unnoticed.
    if (!draft) setRead(list.version);
    setDraft(next);
    if (error) reset();
  };
  const follow = (route: DraftRoute, what: RouteAct) => {
    const next = act(groups, route.key, what);
    if (!next) return;
    change(next);
    keepFocus(route.key, what);
    const rank = next.findIndex((group) => group.some(({ key }) => key === route.key)) + 1;
    const name = nameOf(route.connectionId);
    setMessage(what === 'remove' ? t('removed', { name }) : t('moved', { name, rank, count: next.length }));
  };
  const add = (connectionId: string) => {
    added.current += 1;
    change(addRoute(groups, createRoute(`new-${added.current}`, connectionId)));
    setMessage(t('added', { name: nameOf(connectionId) }));
  };
  const wrong = routes.filter((route) => hasProblems(route, method));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (wrong.length > 0) return focusFirstProblem(form.current);
    await proposing.review({ method, routes: toInput(groups, method), version: read });
  };
  const discard = () => {
    setDraft(null);
    setIsTried(false);
    reset();
  };
  return (
    <>
      <form ref={form} className="panel method-routes" aria-labelledby={id} noValidate onSubmit={save}>
        <h2 id={id}>
          <SaleMethod method={method} />
        </h2>
        {!list.isEnabled && (
          <p className="form-hint method-off">
            <Icon name="stop" size={16} />
            {t('methodOff')}
          </p>
        )}
        <RoutesPreview method={method} groups={groups} currency={currency} nameOf={nameOf} />
        <ol className="route-groups">
          {groups.map((group, index) => (
            <li key={group[0]!.key} className="route-group">
              <p className="route-rank">
                {t('rank', { number: index + 1 })}
                {group.length > 1 && (
                  <span className="muted"> · {t(isCheapestFirst(group) ? 'sharedByCost' : 'shared')}</span>
                )}
              </p>
              {group.length > 1 && (
                <div className="route-cheapest">
                  <CheckField
                    label={t('cheapest')}
                    hint={t('cheapestHint')}
                    isChecked={isCheapestFirst(group)}
                    onChange={(isOn) =>
                      change(
                        groups.map((other) =>
                          other === group ? group.map((one) => ({ ...one, isCheapestFirst: isOn })) : other,
                        ),
                      )
                    }
                  />
                </div>
              )}
              <ul>
                {group.map((route) => (
                  <RouteItem
                    key={route.key}
                    route={route}
                    group={group}
                    method={method}
                    currency={currency}
                    connection={connections.find(({ id: known }) => known === route.connectionId)}
                    name={nameOf(route.connectionId)}
                    link={linkTo?.(route.connectionId)}
                    note={note?.(route.connectionId, method)}
                    problems={isTried ? findRouteProblems(route, method) : {}}
                    refusal={findFieldProblem(error, `routes.${routes.indexOf(route)}`)}
                    canAct={(what) => !route.isManaged && act(groups, route.key, what) !== null}
                    onAct={(what) => follow(route, what)}
                    onChange={(changed) => change(changeRoute(groups, route.key, changed))}
                  />
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <AddRoute method={method} routes={routes} connections={connections} onAdd={add} />
        <p className="visually-hidden" role="status">
          {message}
        </p>
        <ProposedNotice outcome={proposing.outcome} />
        <ConflictNotice
          conflict={
            conflict && {
              error: conflict,
              changes: [{ name: 'routes', shown: undefined, isOwnToo: true }],
              keep: () => {
                setRead(list.version);
                reset();
              },
              discard,
            }
          }
          labelOf={() => conflict?.details[0]?.message ?? ''}
        />
        <SaveBar
          isDirty={isDirty}
          isBusy={isBusy}
          error={error}
          isSaved={isDone}
          problemCount={isTried ? wrong.length : 0}
          onDiscard={discard}
        />
      </form>
      <RulesReview review={proposing.dialog} kind="ROUTES" currency={currency} />
    </>
  );
}
