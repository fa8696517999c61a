/** What every dialog of this page is told. */
export interface ChangeDialogProps {
  /** Null is the own one. */
  platformId: string | null;
  platformName: string;
  /** Called with what to tell about it. */
  onDone: (message: string) => void;
  onClose: () => void;
}
