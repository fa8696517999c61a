/** The props of every dialog of this page. */
export interface ChangeDialogProps {
  /** Null is the own one. */
  platformId: string | null;
  platformName: string;
  /** Called with what to tell about it. */
  onDone: (message: string) => void;
  onClose: () => void;
}
