import { EmailText } from '@feira/shell-kit/components/email-text';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { usePermission } from '../use-permission.ts';

interface PersonCellProps {
  person: { id: string; name: string; email: string };
}

/** Shows the owner of the money, with a link for those who may look after users. */
export function PersonCell({ person: { id, name, email } }: PersonCellProps) {
  const can = usePermission();
  return (
    <TwoLines
      first={
        <span className="list-name money-person">
          {can('isUsersAvailable') ? <PageLink to={`/admin-root/manage-users/${id}`}>{name}</PageLink> : name}
        </span>
      }
      second={<EmailText email={email} />}
    />
  );
}
