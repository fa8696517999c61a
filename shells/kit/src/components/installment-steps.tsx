import '../styles/installment-steps.css';
import { TextField } from './form-fields.tsx';

interface InstallmentStepsProps {
  title: string;
  /** In one word, whether anything is said there. */
  state: string;
  hint: string;
  /** Percentages of 1 to 12 installments. */
  steps: readonly string[];
  /** Where whoever comes here has just asked for it. */
  isOpen?: boolean;
  /** What a field is to those who hear it alone. */
  labelOf: (count: number) => string;
  problemOf: (index: number) => string | undefined;
  onChange: (steps: string[]) => void;
}

/** What is kept besides the fee of a card sale, by the number of installments. Folded: most keep nothing. */
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
