import { maskCpfOrCnpj, maskZipCode } from '@feira/schemas/rules/mask';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { formatPhone } from '@feira/schemas/rules/phone';
import { whatsappLink } from '@feira/schemas/rules/whatsapp';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useTranslation } from 'react-i18next';
import { Resend } from './resend.tsx';
import { SalePanel } from './sale-panel.tsx';
import { type Buyer, hasAccess, type Sale, useBuyerDocument } from './use-sale.ts';

interface BuyerPanelProps {
  sale: Sale;
  buyer: Buyer;
  /** The page of all that the buyer bought. */
  to?: string | undefined;
}

/** Shows the buyer, the ways to reach them, and the address to send to. */
export function BuyerPanel({ sale, buyer, to }: BuyerPanelProps) {
  const { t } = useTranslation(['sale', 'kit']);
  const { name, email, phone, document, hasDocument, address } = buyer;
  const chat = phone && whatsappLink(phone, t('whatsAppText', textOf(sale, name)));
  const facts: Fact[] = [
    [
      t('name'),
      to ? (
        <PageLink key="name" to={to}>
          {name}
        </PageLink>
      ) : (
        name
      ),
    ],
    [
      t('email'),
      <a key="email" href={`mailto:${email}`}>
        <EmailText email={email} />
      </a>,
    ],
  ];
  if (phone)
    facts.push([
      t('phone'),
      <span key="phone" className="sale-whole">
        {formatPhone(phone)}
      </span>,
    ]);
  if (document)
    facts.push([
      t('document'),
      <span key="document" className="sale-whole">
        {maskCpfOrCnpj(document)}
      </span>,
    ]);
  else if (hasDocument) facts.push([t('document'), <DocumentReader key="document" saleId={sale.id} />]);
  if (address) {
    const { street, number, complement, district, city, state, zipCode } = address;
    facts.push([
      t('address'),
      <address key="address" className="sale-address">
        <span>{[street, number, complement].filter(Boolean).join(', ')}</span>
        <span>{[district, [city, state].filter(Boolean).join('/')].filter(Boolean).join(', ')}</span>
        {zipCode && <span className="sale-whole">{maskZipCode(zipCode)}</span>}
      </address>,
    ]);
  }
  for (const { label, value } of sale.order?.customFields ?? []) facts.push([label, value]);
  return (
    <SalePanel title={t('buyer')}>
      <FactList facts={facts} />
      <div className="sale-acts">
        {chat && (
          <a className="button" href={chat} target="_blank" rel="noopener noreferrer">
            <Icon name="phone" size={18} />
            {t('whatsApp')}
            <span className="visually-hidden"> {t('kit:newTab')}</span>
          </a>
        )}
        {sale.viewer === 'SELLER' && sale.status === 'APPROVED' && !hasAccess(sale) && <Resend saleId={sale.id} />}
      </div>
    </SalePanel>
  );
}

const textOf = ({ id, items, sellerName }: Sale, name: string) => ({
  name: name.split(' ')[0],
  seller: sellerName,
  code: orderCodeOf(id),
  title: items[0]?.title ?? '',
  // The link carries the words as they are; the screen escapes what it shows itself.
  interpolation: { escapeValue: false },
});

/** Shows the document to staff on request, because every look at it is logged. */
function DocumentReader({ saleId }: { saleId: string }) {
  const { t } = useTranslation('sale');
  const { data, error, isPending, mutate } = useBuyerDocument();
  if (data?.document) return <span className="sale-whole">{maskCpfOrCnpj(data.document)}</span>;
  return (
    <>
      <button type="button" className="button" aria-busy={isPending} onClick={() => mutate({ saleId })}>
        <Icon name="eye" size={18} />
        {t('showDocument')}
      </button>
      <Refusal error={error} />
    </>
  );
}
