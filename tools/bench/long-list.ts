/** Fills a platform whose largest seller has a million sales, beside other sellers and another platform. */
import { randomUUID } from 'node:crypto';
import { writeTerms } from '../../core/src/modules/sales/search.ts';
import type { Run } from './long-statement.ts';

export interface LongList {
  platformId: string;
  sellerId: string;
  /** Has sold nothing. */
  idleSellerId: string;
  productId: string;
  rareProductId: string;
}

const NAMES = [
  'Maria',
  'João',
  'Ana',
  'José',
  'Antônia',
  'Francisco',
  'Luíza',
  'Carlos',
  'Paulo',
  'Beatriz',
  'Aparecida',
];
const SURNAMES = ['Silva', 'Santos', 'Oliveira', 'Souza', 'Gonçalves', 'Pereira', 'Lima', 'Carvalho', 'Ribeiro'];
/** Other sellers of the platform share this number of times more sales, as many as another platform has. */
const OTHERS = 10;
const CHUNK = 20_000;

/** Triggers are passed over, as a restored backup passes them over. Every minute of two years sees about one sale. */
export async function fillList(run: Run, count: number): Promise<LongList> {
  const [platformId, foreignId, sellerId, idleSellerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [productId, rareProductId] = [randomUUID(), randomUUID()];
  await run('SET session_replication_role = replica');
  await run('SET enable_nestloop = on');
  for (const id of [platformId, foreignId])
    await run(`INSERT INTO platform (platform_id, name, settings) VALUES ($1, 'Bench', '{}')`, [id]);
  await run('CREATE TEMP TABLE product_of (n int, product_id uuid, offer_id uuid)');
  await run(
    `INSERT INTO product_of SELECT n, CASE n WHEN 0 THEN $1::uuid WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, gen_random_uuid()
     FROM generate_series(0, 30) AS n`,
    [productId, rareProductId],
  );
  await run(
    `INSERT INTO offer (platform_id, id, product_id, title, price)
     SELECT $1::uuid, offer_id, product_id, 'Offer', 9990 FROM product_of`,
    [platformId],
  );
  const others = Math.floor(count / 5);
  await run(
    `CREATE TEMP TABLE sold AS
     SELECT n, CASE WHEN n > $4 + $5 THEN $2::uuid ELSE $1::uuid END AS platform_id,
       CASE WHEN n <= $4 THEN $3::uuid ELSE ('00000000-0000-4000-8000-' || lpad((n % ${OTHERS})::text, 12, '0'))::uuid END AS seller_id,
       now() - (CASE WHEN n <= $4 THEN n ELSE (n - $4) * 5 END) * interval '1 minute' AS at,
       gen_random_uuid() AS sale_id, gen_random_uuid() AS payment_id,
       (CASE WHEN n % 250000 = 5 THEN 1 WHEN n % 3 = 0 THEN 0 ELSE 2 + n % 28 END) AS product
     FROM generate_series(1, $4::int + 2 * $5::int) AS n`,
    [platformId, foreignId, sellerId, count, others],
  );
  await run(
    `INSERT INTO sale (platform_id, id, offer_id, seller_id, buyer_name, buyer_email, buyer_document, buyer_phone, total, currency, created_at)
     SELECT platform_id, sale_id, offer_id, seller_id,
       ($1::text[])[1 + sold.n % ${NAMES.length}] || ' ' || ($2::text[])[1 + sold.n / 7 % ${SURNAMES.length}] || CASE WHEN sold.n % 333333 = 7 THEN ' Zwinglio' ELSE '' END,
       'buyer' || sold.n || '@example.com', lpad((sold.n::bigint * 7919 % 99999999999)::text, 11, '0'),
       '119' || lpad((sold.n % 100000000)::text, 8, '0'), 9990, 'BRL', at
     FROM sold JOIN product_of ON product_of.n = product`,
    [NAMES, SURNAMES],
  );
  await run(
    `INSERT INTO person (platform_id, id, name, email)
     SELECT DISTINCT platform_id, seller_id, 'Vendedor', seller_id || '@example.com' FROM sold`,
  );
  await run(
    `INSERT INTO sale_item (platform_id, sale_id, position, offer_id, title, unit_price, is_tangible)
     SELECT platform_id, sale_id, 0, offer_id, 'Curso completo de panificação ' || product, 9990, false
     FROM sold JOIN product_of ON product_of.n = product`,
  );
  // Nothing was disputed, and refunds are few and old.
  await run(
    `INSERT INTO payment (platform_id, id, public_id, sale_id, method, amount, currency, expires_at, status, card_last_digits, version, created_at)
     SELECT platform_id, payment_id, md5(n::text), sale_id, CASE WHEN n % 10 < 6 THEN 'PIX' WHEN n % 10 < 9 THEN 'CREDIT_CARD' ELSE 'BILLET' END,
       9990 + n % 700, 'BRL', at, CASE WHEN n % 10 = 0 THEN 'CANCELED' WHEN n % 200000 = 199999 THEN 'REFUNDED' WHEN n % 17 = 0 THEN 'PENDING' ELSE 'APPROVED' END,
       CASE WHEN n % 10 BETWEEN 6 AND 8 THEN lpad((n % 10000)::text, 4, '0') END, 2, at FROM sold`,
  );
  await run(
    'CREATE INDEX ON sold (n); ANALYZE sold; ANALYZE sale; ANALYZE payment; ANALYZE sale_item; ANALYZE offer; ANALYZE person',
  );
  // An index that is built at once takes less time than one that grows with each row.
  await run('DROP INDEX sale_search_terms');
  for (let from = 1; from <= count + 2 * others; from += CHUNK) {
    await run(writeTerms('s.id = ANY (ARRAY(SELECT sale_id FROM sold WHERE n >= $1 AND n < $2))'), [
      from,
      from + CHUNK,
    ]);
  }
  await run(`SET maintenance_work_mem = '256MB'`);
  await run('CREATE INDEX sale_search_terms ON sale_search USING gin (terms) WITH (gin_pending_list_limit = 256)');
  await run('VACUUM ANALYZE');
  return { platformId, sellerId, idleSellerId, productId, rareProductId };
}
