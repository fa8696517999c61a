import { formatCurrency } from '@feira/schemas/rules/currency';
import { pictureUrl } from '../../components/picture.ts';
import { usePage } from './page-context.ts';

export function Bumps() {
  const { boot, t, initial } = usePage();
  const { orderBumps } = boot.checkout;
  if (!orderBumps.length) return null;
  // This box writes prices the Brazilian way in every language.
  const money = (cents: number) => formatCurrency(cents, boot.checkout.coin, 'pt-BR');
  return (
    <fieldset className="block bumps">
      <legend>{t('bumps')}</legend>
      {orderBumps.map((bump) => {
        const picture = pictureUrl(bump.productImage);
        return (
          <div className="option" key={bump.id}>
            <input
              type="checkbox"
              className={bump.isTangible ? 'ships' : ''}
              name="orderBumpsIds"
              id={bump.id}
              value={bump.id}
              defaultChecked={initial.bumps.includes(bump.id)}
            />
            <label htmlFor={bump.id}>
              {picture && <img src={picture} alt="" width="48" height="48" loading="lazy" />}
              <span className="grow">
                {bump.title}
                {bump.text && <small>{bump.text}</small>}
                <small>
                  {bump.fakePrice && <s>{money(bump.fakePrice)}</s>} {t('justFor')} <b>{money(bump.price)}</b>
                </small>
              </span>
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}
