import { sql, type Kysely } from 'kysely'

/**
 * Calls also tell which sound there is of them (docs/decisions/0072-recordings-named-and-found.md): what that depends on is
 * noted, and all recordings that are there are told of once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Without a recording where one is still to be fetched.
  `ALTER TABLE recording_untold ALTER COLUMN recording_id DROP NOT NULL`,
  `DROP TRIGGER recording_untold_change ON recording`,
  `CREATE TRIGGER recording_untold_change AFTER UPDATE ON recording FOR EACH ROW
    WHEN ((OLD.redaction_status, OLD.duration, OLD.channels, OLD.is_speech_checked,
        OLD.original_key IS NULL, OLD.redacted_key IS NULL) IS DISTINCT FROM
      (NEW.redaction_status, NEW.duration, NEW.channels, NEW.is_speech_checked,
        NEW.original_key IS NULL, NEW.redacted_key IS NULL))
    EXECUTE FUNCTION note_untold_recording()`,
  `CREATE FUNCTION note_untold_fetch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO recording_untold (call_id, customer_id) VALUES (NEW.call_id, NEW.customer_id);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER recording_fetch_untold_new AFTER INSERT ON recording_fetch
    FOR EACH ROW EXECUTE FUNCTION note_untold_fetch()`,
  `CREATE TRIGGER recording_fetch_untold_change AFTER UPDATE ON recording_fetch FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION note_untold_fetch()`,
  `INSERT INTO recording_untold (recording_id, call_id, customer_id)
    SELECT id, call_id, customer_id FROM recording ORDER BY call_started_at DESC`,
  `INSERT INTO recording_untold (call_id, customer_id)
    SELECT call_id, customer_id FROM recording_fetch WHERE state <> 'fetched'`,
]
