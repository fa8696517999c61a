import { isWebhookPage, WebhookPage } from '@feira/shell-desk/webhooks/item-page.tsx';
import { Owner } from '@feira/shell-desk/webhooks/owner.ts';
import type { PageProps } from '@feira/shell-kit/dashboard';

/** One of the platform's webhooks with what was sent to it, or all events of the platform. */
export default function IntegrationPage({ params }: PageProps) {
  return (
    <Owner value="PLATFORM">
      <WebhookPage id={isWebhookPage(params.id) ? (params.id as string) : 'events'} />
    </Owner>
  );
}
