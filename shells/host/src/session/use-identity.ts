import { useCallback, useRef, useState } from 'react';

export interface IdentityControl {
  /** Confirms the person's identity; concurrent callers share one dialog. */
  confirmIdentity: () => Promise<boolean>;
  isAsking: boolean;
  answer: (isConfirmed: boolean) => void;
}

interface Question {
  answered: Promise<boolean>;
  resolve: (isConfirmed: boolean) => void;
}

export function useIdentity(): IdentityControl {
  const question = useRef<Question | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const confirmIdentity = useCallback(() => {
    if (!question.current) {
      let resolve: Question['resolve'] = () => {};
      const answered = new Promise<boolean>((settle) => {
        resolve = settle;
      });
      question.current = { answered, resolve };
      setIsAsking(true);
    }
    return question.current.answered;
  }, []);
  const answer = useCallback((isConfirmed: boolean) => {
    question.current?.resolve(isConfirmed);
    question.current = null;
    setIsAsking(false);
  }, []);
  return { confirmIdentity, isAsking, answer };
}
