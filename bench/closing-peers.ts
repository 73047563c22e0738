import pg from "pg";
import { accountSql, memberAccount, memberCodes } from "../server/src/core/ledger/accounts.ts";

/**
 * The minimum of a closing: one statement that writes its postings, with the same indexes, and one that adds to the
 * same number of balances. Nothing is computed, checked or remembered.
 */
export class BareDay {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(ownerUrl: string, members: number): Promise<BareDay> {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    // The tables are as large as those of a closing: all accounts of a member, and the first day's postings.
    for (const statement of `
      create table bare_balances (id bigint primary key, balance bigint not null check (balance >= 0))
        with (fillfactor = 50);
      insert into bare_balances select ${accountSql.ofMember("at", "code")}, 0 from generate_series(1, ${members}) as at,
        generate_series(1, 2) as code order by 1;
      create table bare_postings (like ledger_postings including constraints);
      alter table bare_postings add primary key (entry_id, line);
      create index on bare_postings (debit_id, effective_at, entry_id, line) include (amount) where debit_id > 16;
      create index on bare_postings (credit_id, effective_at, entry_id, line) include (amount) where credit_id > 16;
      vacuum analyze bare_balances`.split(";")) {
      await client.query(statement);
    }
    const bare = new BareDay(client);
    await bare.run(members, 0);
    return bare;
  }

  async run(lines: number, day: number): Promise<void> {
    await this.#client.query(`
      insert into bare_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
      select ${day * 1000} + id / 30000, id % 30000, 1, ${accountSql.ofMember("id", memberCodes.staking)}, 500 + id % 1000,
        timestamptz '2026-01-31' + ${day} * interval '1 day'
      from generate_series(1, ${lines}) as id`);
    await this.#client.query(
      `update bare_balances set balance = balance + 500 + ${accountSql.memberId("id")} % 1000 where ${accountSql.code("id")} = ${memberCodes.staking}
       and id <= ${memberAccount(lines, "staking")}`,
    );
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
