import './installment-steps.css';
import { TextField } from '@feira/shell-kit/components/form-fields';

interface InstallmentStepsProps {
  title: string;
  /** Says in one word whether a field is filled in. */
  state: string;
  hint: string;
  /** Percentages of 1 to 12 installments. */
  steps: readonly string[];
  /** True where the reader has just opened this part. */
  isOpen?: boolean;
  /** The label of a field for those who hear it alone. */
  labelOf: (count: number) => string;
  problemOf: (index: number) => string | undefined;
  onChange: (steps: string[]) => void;
}

/** Edits the further fee of a card sale by the number of installments. It is folded, because most platforms charge none. */
export function InstallmentSteps(props: InstallmentStepsProps) {
  const { title, state, hint, steps, isOpen = false, labelOf, problemOf, onChange } = props;
  const problems = steps.map((_, index) => problemOf(index));
  return (
    <details className="installment-steps" open={isOpen || problems.some(Boolean) || undefined}>
      <summary>
        {title} <span className="muted">{state}</span>
      </summary>
      <p className="form-hint">{hint}</p>
      <div className="installment-counts">
        {steps.map((step, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of installments.
            key={index}
            label={`${index + 1}x`}
            aria-label={labelOf(index + 1)}
            suffix="%"
            inputMode="decimal"
            value={step}
            problem={problems[index]}
            onChange={(text) => onChange(steps.map((before, other) => (other === index ? text : before)))}
          />
        ))}
      </div>
    </details>
  );
}
