import type { CallRefused, OwnPageProps } from '@feira/shell-kit/own-page';
import { useEffect, useState } from 'react';

const TEXTS = {
  'pt-BR': { title: 'Últimas vendas', none: 'Nenhuma venda ainda.', loading: 'Carregando…' },
  en: { title: 'Latest sales', none: 'No sales yet.', loading: 'Loading…' },
};

interface Sales {
  sales: { id: string; title: string; buyerName: string; amount: number }[];
}

/** The page of this remote. `host.call` calls the procedures that the configuration names, as the signed-in person. */
export default function Page({ host }: OwnPageProps) {
  const [sales, setSales] = useState<Sales['sales']>();
  const [problem, setProblem] = useState('');
  const texts = TEXTS[host.locale];
  const money = new Intl.NumberFormat(host.locale, { style: 'currency', currency: 'BRL' });
  useEffect(() => {
    host.call<Sales>('sales.listSales', { limit: 10 }).then(
      (answer) => setSales(answer.sales),
      (error: CallRefused) => setProblem(error.message),
    );
  }, []);
  return (
    <main>
      <h1>{texts.title}</h1>
      {problem && <p role="alert">{problem}</p>}
      {!sales && !problem && <p>{texts.loading}</p>}
      {sales?.length === 0 && <p>{texts.none}</p>}
      <ul>
        {sales?.map(({ id, title, buyerName, amount }) => (
          <li key={id}>
            {title}, {buyerName}: {money.format(amount / 100)}
          </li>
        ))}
      </ul>
    </main>
  );
}
