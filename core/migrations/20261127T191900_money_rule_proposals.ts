import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates the proposals of money rules and the versions of groups that forms save. Nodes of the version before change rules without
 * either: their changes have no history, and a form does not hear of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE money_rule_proposal (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('SETTINGS', 'TERMS', 'COSTS', 'ROUTES')),
      -- The id of the platform, person or connection whose rules they are; of routes, the payment method.
      subject text NOT NULL,
      subject_name text NOT NULL,
      status text NOT NULL CHECK (status IN ('WAITING', 'SCHEDULED', 'APPLIED', 'REJECTED', 'CANCELED', 'OUTDATED')),
      -- The changed rules by name, as they were and as they become.
      before jsonb NOT NULL CHECK (jsonb_typeof(before) = 'object'),
      after jsonb NOT NULL CHECK (jsonb_typeof(after) = 'object'),
      examples jsonb NOT NULL CHECK (jsonb_typeof(examples) = 'array'),
      -- Basis points of the example's price; null where a safeguard is loosened.
      size integer,
      needs_approval boolean NOT NULL,
      note text CHECK (length(note) <= 500),
      -- The proposal before which the rules were as this one makes them again.
      restores uuid,
      proposer_id uuid NOT NULL,
      proposer_name text NOT NULL,
      proposer_email text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      effective_at timestamptz,
      decider_id uuid,
      decider_name text,
      reason text CHECK (length(reason) <= 500),
      ended_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (platform_id) REFERENCES platform (platform_id),
      CHECK (status <> 'SCHEDULED' OR effective_at IS NOT NULL),
      CHECK ((status IN ('WAITING', 'SCHEDULED')) = (ended_at IS NULL)),
      CHECK (decider_id <> proposer_id OR status <> 'APPLIED' OR NOT needs_approval)
    );
    CREATE INDEX money_rule_history ON money_rule_proposal (subject, kind, ended_at) WHERE status = 'APPLIED';
    CREATE INDEX money_rule_due ON money_rule_proposal (effective_at) WHERE status = 'SCHEDULED';
    CREATE INDEX money_rule_open ON money_rule_proposal (platform_id, created_at) WHERE status IN ('WAITING', 'SCHEDULED');
    CREATE INDEX money_rule_past ON money_rule_proposal (platform_id, created_at) WHERE status NOT IN ('WAITING', 'SCHEDULED');
    ${tenancy('money_rule_proposal', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}

    CREATE TRIGGER end_work_notices AFTER UPDATE OF status ON money_rule_proposal FOR EACH ROW
      WHEN (OLD.status = 'WAITING' AND NEW.status <> 'WAITING') EXECUTE FUNCTION end_work_notices('id');

    CREATE TABLE group_version (
      platform_id uuid NOT NULL,
      -- The form that saves the group, and the id of what the group belongs to.
      name text NOT NULL,
      subject text NOT NULL,
      version integer NOT NULL,
      -- For each field the version in which it was last changed, by whom and when.
      changed_in jsonb NOT NULL CHECK (jsonb_typeof(changed_in) = 'object'),
      PRIMARY KEY (subject, name, platform_id),
      FOREIGN KEY (platform_id) REFERENCES platform (platform_id)
    );
    ${tenancy('group_version', { app: 'SELECT, INSERT, UPDATE' })}
    COMMENT ON TABLE group_version IS 'One for each group of settings that a form saves whole, once it was changed: later changes take its place';
    COMMENT ON TABLE money_rule_proposal IS 'One for each change of money rules, with what it replaced: grows with what people change, and is kept as the history'`);
}
