import { STATES } from '@feira/schemas/common';
import { listDeliveries, mayShip } from '@feira/schemas/rules/order-price';
import { methodFields, neededFields, renderedFields } from './choice.ts';
import { Field, FieldError } from './field.tsx';
import { usePage } from './page-context.ts';

function DeliveryOptions() {
  const { boot, t, money, initial, totals } = usePage();
  const options = listDeliveries(boot.checkout);
  if (!options.length || !mayShip(boot.checkout)) return null;
  return (
    <fieldset className="options js-hideable" hidden={!totals.isShipped}>
      <legend>{t('deliveryOptions')}</legend>
      {options.map((option) => (
        <div className="option" key={option.id}>
          <input
            type="radio"
            name="deliveryOptionId"
            id={option.id}
            value={option.id}
            defaultChecked={option.id === initial.deliveryOptionId}
          />
          <label htmlFor={option.id}>
            <span className="grow">
              {option.description}
              <small>{option.deliveryTime}</small>
            </span>
            <b>{option.fareAmount ? money(option.fareAmount) : t('free')}</b>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** `besideMethods`: the address follows the methods where some of them need it and others do not. */
export function Delivery({ besideMethods = false }: { besideMethods?: boolean }) {
  const { boot, t, choice, totals, errors, isAddressOpen } = usePage();
  const isHere = methodFields(boot.checkout).address === besideMethods;
  if (!isHere || !renderedFields(boot.checkout).address) return null;
  const isBilling = neededFields(boot.checkout, choice.method, false).address && !totals.isShipped;
  return (
    <fieldset
      className={`block js-hideable ${renderedFields(boot.checkout, false).address ? '' : 'if-shipped'}`}
      hidden={!totals.isShipped && !isBilling}
    >
      <legend>{t(isBilling ? 'billingAddress' : 'delivery')}</legend>
      <div className="row">
        <Field
          name="cep"
          label="zip"
          className="short"
          autoComplete="postal-code"
          inputMode="numeric"
          placeholder="00000-000"
        />
      </div>
      <div className={`address ${isAddressOpen ? 'open' : ''}`}>
        <div className="row">
          <Field name="street" label="street" className="wide" autoComplete="address-line1" maxLength={120} />
          <Field name="number" label="number" className="short" maxLength={20} />
        </div>
        <div className="row">
          <Field name="complement" label="complement" isOptional autoComplete="address-line2" maxLength={120} />
          <Field name="district" label="district" autoComplete="address-level3" maxLength={120} />
        </div>
        <div className="row">
          <Field name="city" label="city" className="wide" autoComplete="address-level2" maxLength={120} />
          <div className="field short">
            <label htmlFor="state">{t('state')}</label>
            <select
              id="state"
              name="state"
              autoComplete="address-level1"
              defaultValue={boot.values.state ?? ''}
              aria-invalid={errors.state ? true : undefined}
              aria-describedby={errors.state ? 'state-error' : undefined}
            >
              <option value="" />
              {STATES.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </select>
            <FieldError name="state" />
          </div>
        </div>
      </div>
      <DeliveryOptions />
    </fieldset>
  );
}
