import { sql, type Kysely } from 'kysely'

/** Menus that are changed as a whole, secret settings, mail templates, and the media library. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [menus, settings, emailTemplates, media]) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

// One row per menu, so that a change of its tree is one change record. Moving the items here changes nothing, so it is
// not recorded.
const menus = [
  `ALTER TABLE menu ADD COLUMN items jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE menu DISABLE TRIGGER menu_changes`,
  `UPDATE menu SET items = coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', id, 'key', key, 'label', label, 'title', title, 'tooltip', tooltip,
        'ico', ico, 'url', url, 'parentId', parent_id, 'order', sort_order, 'claim', claim, 'adminOnly', admin_only)
        ORDER BY sort_order, key)
      FROM menu_item WHERE menu_item.menu_id = menu.id), '[]')`,
  `ALTER TABLE menu ENABLE TRIGGER menu_changes`,
  `DROP TABLE menu_item`,
]

const settings = [
  // A secret has its own column: nothing that reads the settings reads it by accident, and change records hide it.
  `ALTER TABLE setting
    ADD COLUMN id uuid NOT NULL UNIQUE GENERATED ALWAYS AS (md5('setting:' || key)::uuid) STORED,
    ADD COLUMN secret text`,
  `DROP TRIGGER setting_changes ON setting`,
  `CREATE TRIGGER setting_changes AFTER INSERT OR UPDATE OR DELETE ON setting
    FOR EACH ROW EXECUTE FUNCTION record_change('setting', 'key', 'secret', 'key')`,
]

const emailTemplates = [
  // Built-in templates have a key, and no text until somebody writes one.
  `CREATE TABLE email_template (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    key text UNIQUE,
    name text NOT NULL UNIQUE,
    description text NOT NULL DEFAULT '',
    subject text,
    body_html text,
    body_text text,
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (key IS NOT NULL OR (subject IS NOT NULL AND body_html IS NOT NULL AND body_text IS NOT NULL))
  )`,
  `INSERT INTO email_template (key, name, description) VALUES
    ('invitation', 'Invitation', 'To a new user: the link by which they choose their password.'),
    ('forgottenPassword', 'Forgotten password', 'To whoever forgot their password: the link to a new one.')`,
  `CREATE TRIGGER email_template_changes AFTER INSERT OR UPDATE OR DELETE ON email_template
    FOR EACH ROW EXECUTE FUNCTION record_change('emailTemplate', 'name', '', '')`,
]

const media = [
  `CREATE TABLE media (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    file_name text NOT NULL UNIQUE REFERENCES media_file,
    thumbnail_name text NOT NULL UNIQUE REFERENCES media_file,
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TRIGGER media_changes AFTER INSERT OR UPDATE OR DELETE ON media
    FOR EACH ROW EXECUTE FUNCTION record_change('media', 'name', '', '')`,
]
