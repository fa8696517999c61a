import Empty from 'antd/es/empty';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Offers the next step. */
  text: string;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <Empty
      className="empty"
      image={
        <span className="empty-icon">
          <Icon name={icon} size={28} />
        </span>
      }
      description={
        <>
          <h2>{title}</h2>
          <p>{text}</p>
        </>
      }
    >
      {children}
    </Empty>
  );
}
