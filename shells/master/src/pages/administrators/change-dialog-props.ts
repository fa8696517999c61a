/** The props of every dialog of this page. */
export interface ChangeDialogProps {
  /** Null means the own platform. */
  platformId: string | null;
  platformName: string;
  /** Receives the message about the finished change. */
  onDone: (message: string) => void;
  onClose: () => void;
}
