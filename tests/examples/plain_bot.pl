# The plain bot once more, in Perl with nothing but what comes with it: plain_bot.pl HOST PORT
use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;

my $wire = IO::Socket::INET->new(PeerAddr => $ARGV[0], PeerPort => $ARGV[1]) or die "no host there: $@\n";
my $json = JSON::PP->new->utf8;
my ($run, $asked, $seat, $seq, $head, $waits) = (int(rand(1e9)), 0, 0, 0, 0, 0);
my (@hand, @ideas);
my $last = "";
my %another = map { $_ => 1 } qw(does_not_fit must_lead can_play can_draw nothing_to_draw);

sub say_to_host { print $wire $json->encode($_[0]), "\n"; $wire->flush; }
sub pips { my ($high, $low) = split /-/, $_[0]; return $high + $low; }

say_to_host({ type => "hello", protocol => 2, client => "plain bot 1", name => "Plain" });
while (my $line = <$wire>) {
    my $message = $json->decode($line);
    next if exists $message->{id} && $message->{id} ne $last;    # the answer to what was asked before this match
    my ($kind, $why, $event) = ($message->{type}, $message->{reason} // "", $message->{event} // { type => "" });
    if ($kind eq "welcome") { ($last, $seat, $head, $waits) = ("", $message->{seat}, $message->{head}, 0); }
    if ($event->{type} eq "round_dealt") { @hand = @{ $event->{hands}[$seat] }; }
    elsif ($event->{tile} && $event->{seat} == $seat) {
        if ($event->{type} eq "tile_drawn") { push @hand, $event->{tile}; }
        else { @hand = grep { $_ ne $event->{tile} } @hand; }
    }
    $seq = $message->{seq} if $kind eq "entry";
    if ($kind eq "accepted" || $why eq "stale" || ($kind eq "entry" && $seq >= $head && !$waits)) {
        @ideas = map { { type => "play_tile", tile => $_ } } sort { pips($b) <=> pips($a) } @hand;
        push @ideas, { type => "draw_tile" }, { type => "knock" };
    }
    elsif ($why eq "ambiguous_arm") {
        my $tile = shift(@ideas)->{tile};
        unshift @ideas, map { { type => "play_tile", tile => $tile, arm => $_ } } qw(left right up down);
    }
    elsif ($another{$why}) { shift @ideas; }
    elsif ($why eq "too_fast" || $why eq "store_failed") { sleep 1; }
    else { $waits = 0 if $kind eq "refused"; next; }
    $waits = @ideas > 0;
    next if !@ideas;
    $last = "$run-" . ++$asked;
    say_to_host({ type => "do", id => $last, seq => $seq, command => $ideas[0] });
}
