//! UCI and SAN: what is written can be read, and what is read is what was meant.

use portcullis_movegen::{Board, CastlingMode, IllegalMove, Move};

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "1r5k/P7/8/8/8/8/8/4K3 w - - 0 1";

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn uci(board: &Board, text: &str) -> Move {
    board.parse_uci(text, CastlingMode::Chess960).unwrap()
}

#[test]
fn every_legal_move_survives_uci_in_both_castling_modes() {
    crate::walk::random_games(60, |board| {
        for chess_move in board.legal_moves() {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let text = chess_move.uci(mode).to_string();
                assert_eq!(board.parse_uci(&text, mode), Ok(chess_move), "{text} in {board}");
                assert_eq!(board.parse_move(&text, mode), Ok(chess_move), "{text} in {board}");
            }
        }
    });
}

#[test]
fn every_legal_move_survives_san() {
    crate::walk::random_games(60, |board| {
        for chess_move in board.legal_moves() {
            let san = board.san(chess_move);
            assert_eq!(board.parse_san(&san), Ok(chess_move), "{san} in {board}");
            let bare = san.trim_end_matches(['+', '#']);
            let others = [
                bare.to_owned(),
                bare.replace('x', ""),
                bare.replace('x', ":"),
                bare.replace('=', ""),
                bare.replace('O', "0"),
                format!(" {bare}!? "),
                format!("{bare} e.p."),
            ];
            for text in others {
                assert_eq!(board.parse_san(&text), Ok(chess_move), "{text} in {board}");
            }
        }
    });
}

#[test]
fn san_is_as_short_as_it_can_be() {
    crate::walk::random_games(30, |board| {
        for chess_move in board.legal_moves() {
            let san = board.san(chess_move);
            let bare = san.trim_end_matches(['+', '#']);
            let is_officer = bare.starts_with(['N', 'B', 'R', 'Q', 'K']);
            if !is_officer {
                continue;
            }
            // Without its file or rank the text must be ambiguous.
            let target = bare.len() - 2;
            for i in 1..target {
                if bare.as_bytes()[i] == b'x' {
                    continue;
                }
                let shorter = format!("{}{}", &bare[..i], &bare[i + 1..]);
                let error = board.parse_san(&shorter).expect_err(&shorter);
                assert!(
                    matches!(error.reason(), IllegalMove::Ambiguous { .. }),
                    "{shorter} for {san} in {board}: {error}"
                );
            }
        }
    });
}

#[test]
fn san_names_file_then_rank_then_both() {
    // Three queens that all reach e1: only the one on h4 needs both its file and its rank.
    let queens = board("8/k7/8/8/4Q2Q/8/K7/7Q w - - 0 1");
    for (text, san) in [("h4e1", "Qh4e1"), ("e4e1", "Qee1"), ("h1e1", "Q1e1")] {
        assert_eq!(queens.san(uci(&queens, text)), san);
    }
    // The knight on c3 is pinned, so the other one needs no name.
    let pinned = board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(pinned.san(uci(&pinned, "g1e2")), "Ne2");
}

#[test]
fn san_tells_check_from_mate() {
    let back_rank = board("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1");
    assert_eq!(back_rank.san(uci(&back_rank, "d1d8")), "Rd8#");
    let with_flight = board("6k1/5pp1/8/8/8/8/8/3R2K1 w - - 0 1");
    assert_eq!(with_flight.san(uci(&with_flight, "d1d8")), "Rd8+");
    let castling = board("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(castling.san(uci(&castling, "e1h1")), "O-O+");
}

#[test]
fn an_encoding_that_is_not_legal_is_written_in_uci() {
    let start = Board::startpos();
    for bits in [1, 0x6fff, u16::MAX] {
        let chess_move = Move::from_bits(bits).unwrap();
        assert_eq!(start.san(chess_move), chess_move.to_string());
    }
}

#[test]
fn standard_uci_takes_both_forms_of_castling() {
    let board = board(CASTLING);
    for (king, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let castling = board.parse_uci(king, CastlingMode::Standard).unwrap();
        assert!(castling.is_castling());
        assert_eq!(board.parse_uci(rook, CastlingMode::Standard), Ok(castling));
        assert_eq!(board.parse_uci(rook, CastlingMode::Chess960), Ok(castling));
        let error = board.parse_uci(king, CastlingMode::Chess960).unwrap_err();
        assert!(matches!(error.reason(), IllegalMove::CastlingNotation { .. }), "{error}");
        assert!(error.to_string().contains(rook), "{error}");
    }
}

#[test]
fn two_squares_are_castling_for_a_king_alone_and_without_a_letter() {
    let error = board(CASTLING).parse_uci("e1g1q", CastlingMode::Standard).unwrap_err();
    assert!(matches!(error.reason(), IllegalMove::PromotionNotWanted { .. }), "{error}");
    // The king on f1 may castle to g1, but what e1g1 names is the queen.
    let board = board("k7/8/8/8/8/8/8/4QK1R w H - 0 1");
    assert!(board.parse_uci("f1h1", CastlingMode::Standard).is_ok());
    let error = board.parse_uci("e1g1", CastlingMode::Standard).unwrap_err();
    assert!(matches!(error.reason(), IllegalMove::Blocked { .. }), "{error}");
}

#[test]
fn in_chess960_a_step_to_the_g_file_is_the_kings_own_move() {
    // Castling f1h1 would put the king on g1 too.
    let board = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        assert!(!board.parse_uci("f1g1", mode).unwrap().is_castling());
        assert!(board.parse_uci("f1h1", mode).unwrap().is_castling());
    }
    // Two squares are no step, and no notation for castling unless the king comes from the e-file.
    let board = self::board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(board.parse_uci("e1c1", CastlingMode::Standard).is_ok());
    let far = self::board("4k3/8/8/8/8/8/8/R4K2 w A - 0 1");
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let error = far.parse_uci("f1c1", mode).unwrap_err();
        assert!(matches!(error.reason(), IllegalMove::CastlingNotation { .. }), "{error}");
    }
}

#[test]
fn uci_wants_the_promotion_letter_in_either_case() {
    let board = board(PROMOTION);
    for text in ["a7a8q", "a7a8Q", "A7A8Q", "a7b8n", " a7a8r\t"] {
        assert!(board.parse_uci(text, CastlingMode::Standard).is_ok(), "{text}");
    }
    let refusals = [
        ("a7a8", "a7a8: the pawn on a7 is promoted on a8: say to what, with q, r, b or n"),
        (
            "a7a8k",
            "a7a8k: the pawn on a7 cannot become a king: only a queen, rook, bishop or knight",
        ),
        ("e1e2q", "e1e2q: the king on e1 is not promoted on e2: no promotion letter is wanted"),
        ("a7a8=Q", "`a7a8=Q` is not a move: moves are written like e2e4 or e7e8q in UCI"),
        ("a7a8x", "`a7a8x` is not a move: moves are written like e2e4 or e7e8q in UCI"),
    ];
    for (text, sentence) in refusals {
        let error = board.parse_uci(text, CastlingMode::Standard).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn uci_refuses_other_notations_and_the_null_move_in_words() {
    let board = Board::startpos();
    for text in
        ["", " ", "Nf3", "e2-e4", "e2e4xx", "e9e4", "i1e4", "O-O", "e2", "ё2e4", "e2e4\u{1f451}"]
    {
        let error = board.parse_uci(text, CastlingMode::Standard).unwrap_err();
        assert!(matches!(error.reason(), IllegalMove::Unreadable { .. }), "{text}: {error}");
    }
    for text in ["0000", "--"] {
        let error = board.parse_uci(text, CastlingMode::Standard).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("`{text}` is the null move, and a player has to move")
        );
    }
}

#[test]
fn a_long_or_broken_text_is_quoted_short_and_on_one_line() {
    let board = Board::startpos();
    let text = format!("e2\n\0{}", "x".repeat(100_000));
    let errors = [
        board.parse_uci(&text, CastlingMode::Standard).unwrap_err(),
        board.parse_san(&text).unwrap_err(),
        board.parse_move(&text, CastlingMode::Standard).unwrap_err(),
    ];
    for error in errors {
        let sentence = error.to_string();
        assert!(sentence.starts_with("`e2??xxxxxxxxxxxxxxxx..` is not a move"), "{sentence}");
    }
}

#[test]
fn san_reads_castling_in_every_spelling() {
    let board = board(CASTLING);
    let (short, long) = (uci(&board, "e1h1"), uci(&board, "e1a1"));
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!?", " O-O "] {
        assert_eq!(board.parse_san(text), Ok(short), "{text}");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "0-0-0 !!"] {
        assert_eq!(board.parse_san(text), Ok(long), "{text}");
    }
    for text in ["O-", "O--O", "OOO", "O-O-O-O", "O-0"] {
        assert!(board.parse_san(text).is_err(), "{text}");
    }
    // A king that castles does not "go to g1", nor to its rook's square.
    for text in ["Kg1", "Kxh1", "Kh1"] {
        assert!(board.parse_san(text).is_err(), "{text}");
    }
}

#[test]
fn san_reads_promotions_in_every_spelling() {
    let board = board(PROMOTION);
    let queen = uci(&board, "a7b8q");
    for text in [
        "axb8=Q", "axb8Q", "axb8(Q)", "axb8/Q", "axb8q", "axb8=q", "ab8=Q", "a7xb8=Q", "a7-b8=Q",
        "a7b8q", "Pa7xb8=Q", "axb8=Q+", "axb8=Q#!",
    ] {
        assert_eq!(board.parse_san(text), Ok(queen), "{text}");
    }
    assert_eq!(board.parse_san("axb8=N").unwrap(), uci(&board, "a7b8n"));
    let sentence = |text| board.parse_san(text).unwrap_err().to_string();
    assert_eq!(
        sentence("a8"),
        "a8: the pawn on a7 is promoted on a8: say to what, with q, r, b or n"
    );
    assert_eq!(
        sentence("a8=K"),
        "a8=K: the pawn on a7 cannot become a king: only a queen, rook, bishop or knight"
    );
    for text in ["a8(Q", "a8Q)", "a8()", "a8=", "a8=QQ"] {
        assert!(sentence(text).contains("is not a move"), "{text}");
    }
}

#[test]
fn san_reads_long_forms_and_en_passant() {
    let start = Board::startpos();
    let e4 = uci(&start, "e2e4");
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!", "e4??"] {
        assert_eq!(start.parse_san(text), Ok(e4), "{text}");
    }
    let board = board("8/8/8/2k1pP2/8/8/8/4K3 w - e6 0 1");
    let en_passant = uci(&board, "f5e6");
    for text in ["fxe6", "fe6", "f5xe6", "fxe6 e.p.", "fxe6e.p.", "fxe6ep", "f5:e6", "fxe6 e.p.!"] {
        assert_eq!(board.parse_san(text), Ok(en_passant), "{text}");
    }
    // Without its file a pawn goes straight ahead.
    assert!(board.parse_san("e6").is_err());
}

#[test]
fn a_small_b_is_a_file_and_a_capital_one_a_bishop() {
    let board = board("4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1");
    assert_eq!(board.parse_san("bxc3").unwrap(), uci(&board, "b2c3"));
    // The bishop's way is blocked by its own pawn.
    assert!(board.parse_san("Bxc3").is_err());
}

#[test]
fn ambiguous_san_names_the_candidates() {
    let board = board("4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1");
    let error = board.parse_san("Nf3").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Nf3: the move to f3 can be meant for the knight on g1 or the knight on d2: name the square \
         it starts from"
    );
    assert!(board.parse_san("Ngf3").is_ok());
}

#[test]
fn refused_san_says_what_is_wrong() {
    let sentences = [
        (
            Board::startpos(),
            "Qd4",
            "Qd4: the queen on d1 cannot reach d4: the pawn on d2 is in its way",
        ),
        (Board::startpos(), "Nc4", "Nc4: no knight of White can go to c4"),
        (Board::startpos(), "Nbf3", "Nbf3: the knight does not move from b1 to f3"),
        (Board::startpos(), "Ncd5", "Ncd5: White has no knight on the c-file"),
        (Board::startpos(), "N4d5", "N4d5: White has no knight on rank 4"),
        (Board::startpos(), "Nc4d5", "Nc4d5: White has no knight on c4"),
        (board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "Qd4", "Qd4: White has no queen"),
        (
            board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1"),
            "Ne4",
            "Ne4: the knight on c3 is pinned to its king on e1 by the bishop on b4",
        ),
        (
            Board::startpos(),
            "N",
            "`N` is not a move: moves are written like e4, Nf3, exd8=Q or O-O in SAN",
        ),
    ];
    for (board, text, sentence) in sentences {
        assert_eq!(board.parse_san(text).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn no_text_panics() {
    let alphabet: Vec<char> = "abh18NBKQxO0-=()/+#!?ep. éß♘\0\u{1f451}".chars().collect();
    let mut random = crate::walk::Random::new(7);
    let boards = [Board::startpos(), board(CASTLING), board(PROMOTION)];
    for round in 0..200_000 {
        let text: String =
            (0..random.below(9)).map(|_| alphabet[random.below(alphabet.len())]).collect();
        let board = &boards[round % boards.len()];
        let readings = [
            board.parse_san(&text),
            board.parse_uci(&text, CastlingMode::Standard),
            board.parse_uci(&text, CastlingMode::Chess960),
            board.parse_move(&text, CastlingMode::Standard),
        ];
        for reading in &readings {
            match reading {
                Ok(chess_move) => assert!(board.is_legal(*chess_move), "{text:?}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        let legal = readings[3].is_ok();
        assert_eq!(board.why_illegal(&text).is_none(), legal, "{text:?}");
    }
}
