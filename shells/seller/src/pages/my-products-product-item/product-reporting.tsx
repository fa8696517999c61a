import type { Output } from '@feira/schemas/procedure';
import type { getProductPixels } from '@feira/schemas/procedures/pixels';
import { ReportingPanel } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { useRepeat, useTest, useTokenChange } from './use-product-pixels.ts';

interface ProductReportingProps {
  productId: string;
  reporting: Output<typeof getProductPixels>;
}

/** Shows what the server reports of this product's sales. */
export function ProductReporting({ productId, reporting }: ProductReportingProps) {
  const [token, test, repeat] = [useTokenChange(), useTest(), useRepeat()];
  return (
    <ReportingPanel
      pixels={reporting.pixels}
      conversions={reporting.conversions}
      setToken={{ ...token, run: (input) => token.run({ productId, ...input }) }}
      sendTest={{ ...test, run: (input) => test.run({ productId, ...input }) }}
      repeat={{ ...repeat, run: (input) => repeat.run({ productId, ...input }) }}
    />
  );
}
